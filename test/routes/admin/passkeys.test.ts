import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { beginStaffPasskeySignIn } from '../../../src/domain/customers/staff-authentication/sign-in-with-passkey.ts';
import { ask, enableTwoFactor, makeAdmin } from '../../support/staff/admins.ts';
import {
  makeAuthenticator,
  type Authenticator,
  type Options,
} from '../../support/account/authenticator.ts';
import { countingEnv, countUseCase, TripCount } from '../../support/counted/round-trips.ts';
import { addStaffPasskey } from '../../support/staff/staff-passkeys.ts';

const register = (token: string, key?: Authenticator, name?: string) =>
  addStaffPasskey(ask, token, key, name);

const begin = (email?: string) =>
  ask('POST', '/auth/passkey/authenticate/begin', undefined, email && { email });

const finish = (session: string, body: object, place: 'header' | 'query' = 'header') =>
  place === 'header'
    ? ask('POST', '/auth/passkey/authenticate/finish', undefined, body, {
        'X-Session-ID': session,
      })
    : ask('POST', `/auth/passkey/authenticate/finish?X-Session-ID=${session}`, undefined, body);

describe('signing in with a passkey', () => {
  it('issues tokens without an email address and without a second factor (spec 4.3)', async () => {
    const admin = await makeAdmin({ secondFactor: false });
    await enableTwoFactor(admin.token);
    const { soft, reply } = await register(admin.token);
    expect(reply.status).toBe(200);
    const begun = await begin();
    expect(begun.body.data.options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
    });
    expect(begun.body.data.options.allowCredentials ?? []).toEqual([]);
    const { session_id: session, options } = begun.body.data;
    const { status, body } = await finish(session, await soft.sign(options));
    expect(status).toBe(200);
    expect((await ask('GET', '/auth/me', body.data.access_token)).body.data.id).toBe(admin.id);
  });

  it('offers the credentials of an email address, and takes the session id from the query', async () => {
    const admin = await makeAdmin({ secondFactor: false });
    const { soft } = await register(admin.token);
    const begun = await begin(admin.email);
    const { session_id: session, options } = begun.body.data;
    expect(options.allowCredentials).toContainEqual(
      expect.objectContaining({ id: soft.credentialId }),
    );
    expect((await finish(session, await soft.sign(options), 'query')).status).toBe(200);
  });

  it('answers alike for an unknown address and for one, three and six passkeys, every time', async () => {
    const offered = async (email: string): Promise<string[]> => {
      const { body } = await begin(email);
      return body.data.options.allowCredentials.map(({ id }: { id: string }) => id);
    };
    const addresses: string[] = [];
    for (const count of [0, 1, 3, 6]) {
      const admin = await makeAdmin({ secondFactor: false });
      const own: string[] = [];
      for (let n = 0; n < count; n += 1) own.push((await register(admin.token)).soft.credentialId);
      const ids = await offered(admin.email);
      expect(ids.filter((id) => own.includes(id))).toHaveLength(Math.min(count, 5));
      addresses.push(admin.email);
    }
    for (const email of [...addresses, 'nobody@ops.example', 'somebody@ops.example']) {
      const ids = await offered(email);
      expect([email, new Set(ids).size, ids]).toEqual([email, 5, ids.toSorted()]);
      expect(ids.every((id) => /^[\w-]{22,43}$/.test(id))).toBe(true);
      expect(await offered(email)).toEqual(ids);
    }
    expect(await offered('nobody@ops.example')).not.toEqual(await offered('somebody@ops.example'));
  });

  it('accepts a session once, also with twenty concurrent requests', async () => {
    const admin = await makeAdmin({ secondFactor: false });
    const { soft } = await register(admin.token);
    const { session_id: session, options } = (await begin()).body.data;
    const body = await soft.sign(options);
    const replies = await Promise.all(Array.from({ length: 20 }, () => finish(session, body)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 401),
    ]);
  });

  it.each([
    [
      'another session’s challenge',
      async (soft: Authenticator) => soft.sign((await begin()).body.data.options),
    ],
    [
      'another site’s origin',
      (soft: Authenticator, options: Options) =>
        soft.sign(options, { origin: 'https://evil.example' }),
    ],
    [
      'no user verification',
      (soft: Authenticator, options: Options) => soft.sign(options, { verified: false }),
    ],
    [
      'an unknown credential',
      async (_soft: Authenticator, options: Options) => (await makeAuthenticator()).sign(options),
    ],
  ])('answers 401 to %s', async (_name, answer) => {
    const admin = await makeAdmin({ secondFactor: false });
    const { soft } = await register(admin.token);
    const { session_id: session, options } = (await begin()).body.data;
    const { status, body } = await finish(session, await answer(soft, options));
    expect([status, body.error?.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('answers 400 to a missing session id, a malformed assertion or a malformed email address', async () => {
    const soft = await makeAuthenticator();
    const path = '/auth/passkey/authenticate/finish';
    expect(
      (await ask('POST', path, undefined, await soft.sign({ challenge: 'AAAA' }))).status,
    ).toBe(400);
    const headers = { 'X-Session-ID': 'xwa_x' };
    expect((await ask('POST', path, undefined, { id: 'AA' }, headers)).status).toBe(400);
    expect((await begin('not an email address')).status).toBe(400);
  });

  it('ends a session after five minutes', async () => {
    const admin = await makeAdmin({ secondFactor: false });
    const { soft } = await register(admin.token);
    const { session_id: session, options } = (await begin()).body.data;
    const body = await soft.sign(options);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    const { status } = await finish(session, body);
    vi.useRealTimers();
    expect(status).toBe(401);
  });

  it('makes as many database queries for an unknown email address as for a known one', async () => {
    const [admin, without] = [
      await makeAdmin({ secondFactor: false }),
      await makeAdmin({ secondFactor: false }),
    ];
    await register(admin.token);
    const counts = [];
    for (const email of [admin.email, without.email, 'nobody@ops.example']) {
      const count = new TripCount();
      const { d1 } = await countUseCase(count, countingEnv(count), (ctx) =>
        beginStaffPasskeySignIn(ctx, 'admin', email),
      );
      counts.push(d1);
    }
    expect(new Set(counts).size).toBe(1);
  });

  it('answers 403 to a deactivated admin', async () => {
    const admin = await makeAdmin({ secondFactor: false });
    const { soft } = await register(admin.token);
    await env.DB.prepare('UPDATE staff SET deactivated_at_ms = 1 WHERE id = ?')
      .bind(admin.id)
      .run();
    const { session_id: session, options } = (await begin()).body.data;
    expect((await finish(session, await soft.sign(options))).status).toBe(403);
  });
});

describe('an operator’s own passkeys', () => {
  it('are added with a name, listed, renamed and removed', async () => {
    const admin = await makeAdmin({ secondFactor: false });
    const { reply, soft } = await register(admin.token, undefined, 'Blue key');
    expect(reply.body.data).toMatchObject({ name: 'Blue key', backed_up: false });
    const { id } = reply.body.data;
    const renamed = await ask('PATCH', `/auth/passkeys/${id}`, admin.token, { name: 'Red key' });
    expect(renamed.body.data.name).toBe('Red key');
    const list = await ask('GET', '/auth/passkeys', admin.token);
    expect(list.body.data.map((row: { name: string }) => row.name)).toEqual(['Red key']);
    expect((await ask('DELETE', `/auth/passkeys/${id}`, admin.token)).status).toBe(200);
    expect((await ask('GET', '/auth/passkeys', admin.token)).body.data).toEqual([]);
    const { session_id: session, options } = (await begin()).body.data;
    expect((await finish(session, await soft.sign(options))).status).toBe(401);
  });

  it('belong to their owner: another admin gets 404', async () => {
    const [admin, other] = [
      await makeAdmin({ secondFactor: false }),
      await makeAdmin({ secondFactor: false }),
    ];
    const { reply } = await register(admin.token);
    const { id } = reply.body.data;
    const name = { name: 'Mine' };
    expect((await ask('PATCH', `/auth/passkeys/${id}`, other.token, name)).status).toBe(404);
    expect((await ask('DELETE', `/auth/passkeys/${id}`, other.token)).status).toBe(404);
    expect((await ask('DELETE', '/auth/passkeys/zero', other.token)).status).toBe(400);
    expect((await ask('GET', '/auth/passkeys', admin.token)).body.data).toHaveLength(1);
  });

  it('cannot be registered twice, and only the person who began a ceremony can finish it', async () => {
    const [admin, other] = [
      await makeAdmin({ secondFactor: false }),
      await makeAdmin({ secondFactor: false }),
    ];
    const { soft } = await register(admin.token);
    const again = await register(other.token, soft);
    expect(again.reply.status).toBe(409);
    const begun = await ask('POST', '/auth/passkey/register/begin', admin.token);
    const { session_id: session, options } = begun.body.data;
    const body = await (await makeAuthenticator()).register(options);
    const path = `/auth/passkey/register/finish?session_id=${session}`;
    expect((await ask('POST', path, other.token, body)).status).toBe(401);
  });
});
