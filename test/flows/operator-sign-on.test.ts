// Operators sign in with oidc-provider, a third-party implementation, over HTTP (D-162).
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { ask } from '../support/staff/admins.ts';
import { CLIENT_SECRET, CLIENTS } from '../support/staff/company/clients.ts';
import { PersonAtCompany, takeLogouts } from '../support/staff/company/person-at-company.ts';
import {
  ARRIVED,
  DOMAIN,
  openOperatorConsole,
  refused,
  setUpOperators,
} from '../support/staff/operator-sign-on.ts';
import {
  makeSsoTenant,
  sendLogout,
  sendOperatorLogout,
  SsoBrowser,
} from '../support/staff/single-sign-on.ts';
import * as members from '../support/staff/sso-world.ts';

let email: string;

beforeEach(async () => {
  email = `ada-${randomToken(4).toLowerCase()}@${DOMAIN}`;
  await setUpOperators({
    issuer: inject('company'),
    clientId: CLIENTS[0],
    secret: CLIENT_SECRET,
    defaultRole: 'analyst',
  });
  await takeLogouts();
});

async function signIn(person: PersonAtCompany) {
  const browser = openOperatorConsole();
  const back = await person.signIn((await browser.depart(email)) ?? '');
  return { browser, end: await browser.comeBack(back) };
}

describe('with oidc-provider', () => {
  it('a person becomes an operator, returns, and is signed out by the provider', async () => {
    const person = new PersonAtCompany(email);
    const first = await signIn(person);
    expect(first.end).toBe(ARRIVED);
    const { user, access_token: token } = (await first.browser.refresh()).body.data;
    expect(user).toMatchObject({ email, role: 'analyst' });
    const again = await signIn(person);
    expect(again.end).toBe(ARRIVED);
    await person.signOut();
    const [logout = ''] = await takeLogouts();
    const begun = Date.now();
    expect(await sendOperatorLogout(logout)).toBe(200);
    expect((await ask('GET', '/auth/me', token)).status).toBe(401);
    expect(Date.now() - begun).toBeLessThan(1000);
    expect((await again.browser.refresh()).status).toBe(401);
    expect(await sendOperatorLogout(logout)).toBe(400);
  });

  it('an address that is unverified at the provider, or of another domain, signs nobody in', async () => {
    const unverified = new PersonAtCompany(`unverified@${DOMAIN}`);
    expect((await signIn(unverified)).end).toBe(refused('email_unverified'));
    const stranger = new PersonAtCompany('ada@elsewhere.example');
    expect((await signIn(stranger)).end).toBe(refused('foreign_domain'));
  });

  it('a person of a customer with the same client is not an operator, and vice versa', async () => {
    const tenant = await makeSsoTenant({
      issuer: inject('company'),
      clientId: CLIENTS[0],
      secret: CLIENT_SECRET,
      defaultRole: 'developer',
      domain: DOMAIN,
    });
    const person = new PersonAtCompany(email);
    const member = new SsoBrowser();
    const toMembers = await person.signIn((await member.depart(email)) ?? '');
    const operator = openOperatorConsole();
    const toOperators = await person.signIn((await operator.depart(email)) ?? '');
    const swap = (address: URL, path: string) => new URL(path + address.search, address);
    expect(await operator.comeBack(swap(toMembers, toOperators.pathname))).toBe(
      refused('other_browser'),
    );
    expect(await member.comeBack(swap(toOperators, toMembers.pathname))).toBe(
      members.refused('other_browser'),
    );
    expect(await operator.comeBack(toOperators)).toBe(ARRIVED);
    expect(await member.comeBack(toMembers)).toBe(members.ARRIVED);
    await person.signOut();
    const [logout = ''] = await takeLogouts();
    expect(await sendLogout(tenant, logout)).toBe(200);
    expect((await operator.refresh()).status).toBe(200);
    expect((await member.refresh()).status).toBe(401);
  });
});
