// Operators and customers may share a provider, but no sign-in, session or link crosses from one to
// the other (D-162). This file also tests the sign-outs that the provider reports.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { randomToken } from '../../../src/crypto/random.ts';
import { ask } from '../../support/staff/admins.ts';
import {
  ARRIVED,
  DOMAIN,
  makeAda,
  openOperatorConsole,
  refused,
  useOperatorWorld,
} from '../../support/staff/operator-sign-on.ts';
import { sendLogout, sendOperatorLogout, SsoBrowser } from '../../support/staff/single-sign-on.ts';
import * as members from '../../support/staff/sso-world.ts';
import { everybody } from '../../support/staff/sso-world.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

const world = useOperatorWorld();
const { setUp, walk } = world;

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

const logout = (claims: Record<string, unknown>) =>
  world.provider.sign({ events: EVENTS, jti: randomToken(9), ...claims }, { typ: 'logout+jwt' });

describe('operators and a customer with the same provider', () => {
  it('cannot use a sign-in that was begun at the other console', async () => {
    const tenant = await world.customers.setUp({ domain: DOMAIN });
    await setUp();
    const before = await everybody();
    for (const [from, to, cookies, doorOf] of [
      ['dashboard', 'admin', ['agate-sso', 'agate-admin-sso'], refused],
      ['admin', 'dashboard', ['agate-admin-sso', 'agate-sso'], members.refused],
    ] as const) {
      const browser = new SsoBrowser(from);
      const departure = (await browser.depart(`ada@${tenant.domain}`)) ?? '';
      const back = await world.provider.comeBack(departure, { email: `ada@${DOMAIN}` });
      const crossed = new URL(back.href.replace(`/v1/${from}/`, `/v1/${to}/`));
      expect(await browser.comeBack(crossed)).toBe(doorOf('not_begun'));
      // Imitates a person who moves cookies around in their own browser.
      browser.console.cookies.set(cookies[1], browser.console.cookies.get(cookies[0]) ?? '');
      expect(await browser.comeBack(crossed)).toBe(doorOf('not_begun'));
    }
    expect(world.provider.exchanges).toEqual([]);
    expect(await everybody()).toBe(before);
  });

  it('cannot finish at one console a sign-in that is due at the other', async () => {
    const tenant = await world.customers.setUp({ domain: DOMAIN });
    await setUp();
    const ada = await makeAda();
    await members.makeDora(tenant);
    const browser = new SsoBrowser('dashboard');
    await world.customers.walk(tenant, {}, browser);
    expect((await browser.due()).due).toBe('first_link');
    const other = openOperatorConsole();
    other.console.cookies.set('agate-admin-sso', browser.console.cookies.get('agate-sso') ?? '');
    expect(await other.due()).toEqual({ due: 'none' });
    await other.console.post('login', { email: ada.email, password: PASSWORD });
    const { results } = await env.DB.prepare('SELECT * FROM staff_identities').all();
    expect(results).toEqual([]);
  });

  it('are two accounts for one subject, and signing one out leaves the other signed in', async () => {
    const tenant = await world.customers.setUp({ domain: DOMAIN });
    await setUp();
    const [member, operator] = [new SsoBrowser(), openOperatorConsole()];
    expect(await world.customers.walk(tenant, { email: `ada@${DOMAIN}` }, member)).toBe(
      members.ARRIVED,
    );
    expect(await walk({}, operator)).toBe(ARRIVED);
    const { results } = await env.DB.prepare(
      'SELECT COUNT(DISTINCT staff_id) AS n FROM staff_identities',
    ).all();
    expect(results).toEqual([{ n: 2 }]);
    expect(await sendOperatorLogout(await logout({ sub: 'sub-1' }))).toBe(200);
    expect((await operator.refresh()).status).toBe(401);
    expect((await member.refresh()).status).toBe(200);
    await walk({}, operator);
    expect(await sendLogout(tenant, await logout({ sub: 'sub-1' }))).toBe(200);
    expect((await member.refresh()).status).toBe(401);
    expect((await operator.refresh()).status).toBe(200);
  });
});

describe('back-channel logout', () => {
  it('ends the sessions of one provider session, or all sessions of a subject, within a second', async () => {
    await setUp({ factorValues: ['mfa'] });
    const [one, two] = [openOperatorConsole(), openOperatorConsole()];
    await walk({ sid: 'at-work', amr: ['mfa'] }, one);
    await walk({ sid: 'at-home', amr: ['mfa'] }, two);
    const { access_token: token } = (await one.refresh()).body.data;
    expect((await ask('GET', '/health', token)).status).toBe(200);
    const begun = Date.now();
    expect(await sendOperatorLogout(await logout({ sub: 'sub-1', sid: 'at-work' }))).toBe(200);
    expect((await ask('GET', '/health', token)).status).toBe(401);
    expect(Date.now() - begun).toBeLessThan(1000);
    expect((await two.refresh()).status).toBe(200);
    expect(await sendOperatorLogout(await logout({ sub: 'sub-1' }))).toBe(200);
    expect((await two.refresh()).status).toBe(401);
  });

  it('accepts a token once, and no token that is for another client', async () => {
    await setUp();
    const browser = openOperatorConsole();
    await walk({ sid: 's' }, browser);
    for (const claims of [{ aud: 'another' }, { nonce: 'x' }, { events: {} }])
      expect(await sendOperatorLogout(await logout({ sub: 'sub-1', ...claims }))).toBe(400);
    expect((await browser.refresh()).status).toBe(200);
    const token = await logout({ sid: 's' });
    const ends = await Promise.all(Array.from({ length: 10 }, () => sendOperatorLogout(token)));
    expect(ends.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  });
});
