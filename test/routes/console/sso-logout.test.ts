import { generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomToken } from '../../../src/crypto/random.ts';
import { ask } from '../../support/staff/dashboard.ts';
import { sendLogout, SsoBrowser } from '../../support/staff/single-sign-on.ts';
import { SsoWorld } from '../../support/staff/sso-world.ts';

let world: SsoWorld;

beforeEach(async () => {
  world = await SsoWorld.begin();
});

afterEach(() => world.end());

describe('back-channel logout', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

  const logout = (claims: Record<string, unknown>) =>
    world.provider.sign({ events: EVENTS, jti: randomToken(9), ...claims }, { typ: 'logout+jwt' });

  it('ends the sessions of one provider session, or all sessions of a subject, at once', async () => {
    const tenant = await world.setUp();
    const [one, two, three] = [new SsoBrowser(), new SsoBrowser(), new SsoBrowser()];
    await world.walk(tenant, { sid: 'at-work' }, one);
    await world.walk(tenant, { sid: 'at-home' }, two);
    const { access_token: token } = (await one.refresh()).body.data;
    expect(await sendLogout(tenant, await logout({ sub: 'sub-1', sid: 'at-work' }))).toBe(200);
    expect((await ask('GET', '/auth/me', token)).status).toBe(401);
    expect((await two.refresh()).status).toBe(200);
    await world.walk(tenant, {}, three);
    expect(await sendLogout(tenant, await logout({ sub: 'sub-1' }))).toBe(200);
    expect((await two.refresh()).status).toBe(401);
    expect((await three.refresh()).status).toBe(401);
  });

  it('accepts a token once', async () => {
    const tenant = await world.setUp();
    await world.walk(tenant, { sid: 's' });
    const token = await logout({ sid: 's' });
    const ends = await Promise.all(Array.from({ length: 10 }, () => sendLogout(tenant, token)));
    expect(ends.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    const browser = new SsoBrowser();
    await world.walk(tenant, { sid: 's' }, browser);
    expect(await sendLogout(tenant, token)).toBe(400);
    expect((await browser.refresh()).status).toBe(200);
  });

  it.each([
    ['another audience', { aud: 'another' }],
    ['another issuer', { iss: 'https://other.example' }],
    ['no event', { events: undefined }],
    ['another event', { events: { 'https://x.example/event': {} } }],
    ['an event that is not an object', { events: { [Object.keys(EVENTS)[0] ?? '']: 1 } }],
    ['a nonce, as ID tokens have', { nonce: 'x' }],
    ['neither a subject nor a session', { sub: undefined }],
    ['no jti', { jti: undefined }],
    ['an old iat and no exp', { iat: 1_700_000_000, exp: undefined }],
    ['an exp in the past', { exp: 1_700_000_000 }],
  ])('refuses a token with %s', async (_what, claims) => {
    const tenant = await world.setUp();
    const browser = new SsoBrowser();
    await world.walk(tenant, {}, browser);
    expect(await sendLogout(tenant, await logout({ sub: 'sub-1', ...claims }))).toBe(400);
    expect((await browser.refresh()).status).toBe(200);
  });

  it('refuses a token by another key, a token for another customer, and malformed tokens', async () => {
    const [tenant, other] = [await world.setUp(), await world.setUp({ clientId: 'another' })];
    const { privateKey } = await generateKeyPair('RS256');
    const claims = { sub: 'sub-1', events: EVENTS, jti: 'x' };
    const forged = await world.provider.sign(claims, { typ: 'logout+jwt', key: privateKey });
    for (const token of [forged, 'x', 'a.b.c', ''])
      expect(await sendLogout(tenant, token)).toBe(400);
    expect(await sendLogout(other, await logout({ sub: 'sub-1' }))).toBe(400);
    expect(await sendLogout({ ...tenant, id: 'ten_nobody' }, await logout({ sub: 'sub-1' }))).toBe(
      400,
    );
  });
});
