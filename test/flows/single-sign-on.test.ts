// A company's employees sign in with oidc-provider, a third-party implementation, over HTTP.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { ask } from '../support/staff/dashboard.ts';
import { CLIENT_SECRET, CLIENTS } from '../support/staff/company/clients.ts';
import { PersonAtCompany, takeLogouts } from '../support/staff/company/person-at-company.ts';
import {
  makeSsoTenant,
  sendLogout,
  SsoBrowser,
  type SsoTenant,
} from '../support/staff/single-sign-on.ts';
import { ARRIVED, refused } from '../support/staff/sso-world.ts';

let tenant: SsoTenant;
let email: string;

const customer = (clientId: string, more = {}): Promise<SsoTenant> =>
  makeSsoTenant({
    issuer: inject('company'),
    clientId,
    secret: CLIENT_SECRET,
    defaultRole: 'developer',
    ...more,
  });

beforeEach(async () => {
  tenant = await customer(CLIENTS[0]);
  email = `dora-${randomToken(4).toLowerCase()}@${tenant.domain}`;
  await takeLogouts();
});

/**
 * @returns the browser, the address at which the company's provider returned, and the final page
 */
async function signIn(person: PersonAtCompany, address = email) {
  const browser = new SsoBrowser();
  const back = await person.signIn((await browser.depart(address)) ?? '');
  return { browser, back, end: await browser.comeBack(back) };
}

describe('with oidc-provider', () => {
  it('a person becomes a member, returns, and is signed out by the company', async () => {
    const person = new PersonAtCompany(email);
    const first = await signIn(person);
    expect(first.end).toBe(ARRIVED);
    const { user, access_token: token } = (await first.browser.refresh()).body.data;
    expect(user).toMatchObject({ email, name: 'Dora of the Company', role: 'developer' });
    expect((await ask('GET', '/auth/me', token)).status).toBe(200);
    const again = await signIn(person);
    expect(again.end).toBe(ARRIVED);
    const sids = await env.DB.prepare(
      'SELECT DISTINCT provider_sid FROM staff_sessions WHERE identity_id IS NOT NULL',
    ).all<{ provider_sid: string }>();
    expect(sids.results.map(({ provider_sid: sid }) => typeof sid)).toEqual(['string']);
    await person.signOut();
    const [logout = ''] = await takeLogouts();
    expect(await sendLogout(tenant, logout)).toBe(200);
    expect((await ask('GET', '/auth/me', token)).status).toBe(401);
    expect((await again.browser.refresh()).status).toBe(401);
    expect(await sendLogout(tenant, logout)).toBe(400);
  });

  it('an address that the company has not verified signs nobody in', async () => {
    const address = `unverified@${tenant.domain}`;
    const { end } = await signIn(new PersonAtCompany(address), address);
    expect(end).toBe(refused('email_unverified'));
  });

  it('a person with an address of another domain is not signed in', async () => {
    const { end } = await signIn(new PersonAtCompany('dora@elsewhere.example'));
    expect(end).toBe(refused('foreign_domain'));
  });

  it('a code works for the client of one customer, in one browser', async () => {
    const other = await customer(CLIENTS[1]);
    const person = new PersonAtCompany(email);
    const [mine, theirs] = [new SsoBrowser(), new SsoBrowser()];
    const away = new URL((await mine.depart(email)) ?? '');
    const back = await person.signIn((await theirs.depart(`eve@${other.domain}`)) ?? '');
    expect(await mine.comeBack(back)).toBe(refused('other_browser'));
    const stolen = new URL(back);
    stolen.searchParams.set('state', away.searchParams.get('state') ?? '');
    expect(await mine.comeBack(stolen)).toBe(refused('provider_refused'));
  });

  it('one of fifty concurrent returns with the same state signs in', async () => {
    const browser = new SsoBrowser();
    const back = await new PersonAtCompany(email).signIn((await browser.depart(email)) ?? '');
    const ends = await Promise.all(
      Array.from({ length: 50 }, () => {
        const one = new SsoBrowser();
        for (const [name, value] of browser.console.cookies) one.console.cookies.set(name, value);
        return one.comeBack(back);
      }),
    );
    expect(ends.filter((end) => end === ARRIVED)).toHaveLength(1);
    expect(ends.filter((end) => end === refused('not_begun'))).toHaveLength(49);
  });

  it('a secret that is not the company’s is refused there', async () => {
    const wrong = await customer(CLIENTS[1], { secret: 'guessed' });
    const address = `eve@${wrong.domain}`;
    const { end } = await signIn(new PersonAtCompany(address), address);
    expect(end).toBe(refused('provider_refused'));
  });
});
