// Invalid and expired tokens at introspection, userinfo and the admin group.
import { env, exports } from 'cloudflare:workers';
import { runInDurableObject } from 'cloudflare:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeBase64Url, encodeUtf8 } from '../../../src/crypto/encoding.ts';
import { rotateKeys } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import { makeContext } from '../../support/installation/context.ts';
import { makeAdmin } from '../../support/staff/admins.ts';
import {
  signWithOurKey,
  signWithOwnKey,
  signWithPublicKey,
} from '../../support/site/forged-tokens.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import type { TestClient } from '../../support/site/oauth.ts';
import { introspect, readUserinfo, redeem, refresh } from '../../support/site/oauth-calls.ts';
import { ORIGIN } from '../../support/site/oauth-request.ts';
import { unsign } from '../../support/site/id-tokens.ts';

const ACCESS = { typ: 'at+jwt' };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // Storage is reset for each test, so the isolate must not use cached keys of an earlier test.
  await rotateKeys(makeContext(), 'oidc');
});
afterEach(() => void vi.useRealTimers());

async function authorized() {
  const one = await authorizeSite();
  const tokens = (await redeem(one)).body;
  return { ...one, tokens, payload: decodeJwt(tokens.access_token) };
}

async function expectWorthless(site: TestClient, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    expect([token, (await introspect(site, token)).body]).toEqual([token, { active: false }]);
    expect([token, (await readUserinfo(token)).status]).toEqual([token, 401]);
  }
}

const expectAccepted = async (site: TestClient, token: string): Promise<void> => {
  expect((await introspect(site, token)).body.active).toBe(true);
  expect((await readUserinfo(token)).status).toBe(200);
};

describe('an access token', () => {
  it('is accepted only with RS256 and a published key, whatever its header says (S-60, Hono CVE-2026-22817, CVE-2026-22818, Authlib CVE-2026-28802, CVE-2026-27962, CVE-2025-59420)', async () => {
    const { site, tokens, payload } = await authorized();
    const { kid } = decodeProtectedHeader(tokens.access_token);
    expect(decodeProtectedHeader(tokens.access_token)).toEqual({ alg: 'RS256', ...ACCESS, kid });
    await expectAccepted(site, await signWithOurKey(ACCESS, payload));
    const none = encodeBase64Url(encodeUtf8('{"alg":"none","typ":"at+jwt"}').buffer);
    await expectWorthless(site, [
      unsign(tokens.access_token),
      tokens.access_token.replace(/^[^.]+/, none),
      ...(await signWithPublicKey(ACCESS, payload)),
      await signWithOwnKey(ACCESS, payload),
      await signWithOwnKey({ ...ACCESS, kid }, payload),
      await signWithOwnKey({ ...ACCESS, kid, jku: 'https://evil.example/jwks' }, payload),
      await signWithOurKey({ ...ACCESS, crit: ['b64'], b64: false }, payload),
      await signWithOurKey({ ...ACCESS, crit: ['https://evil.example/x'] }, payload),
      await signWithOurKey({ ...ACCESS, kid: undefined }, payload),
      await signWithOurKey({ ...ACCESS, kid: 'unknown' }, payload),
      await signWithOurKey({ ...ACCESS, alg: 'RS512' }, payload),
    ]);
  });

  it('is accepted only with its own type, issuer and audience (S-61, Zitadel CVE-2026-55669)', async () => {
    const { site, payload } = await authorized();
    const changes: Record<string, unknown>[] = [
      { aud: 'xoc_other' },
      { aud: [site.id, 'xoc_other'] },
      { aud: undefined },
      { client_id: 'xoc_other' },
      { client_id: undefined },
      { iss: 'https://evil.example' },
      { iss: undefined },
    ];
    await expectWorthless(site, [
      ...(await Promise.all(
        changes.map((change) => signWithOurKey(ACCESS, { ...payload, ...change })),
      )),
      await signWithOurKey({ typ: 'JWT' }, payload),
      await signWithOurKey({ typ: 'logout+jwt' }, payload),
      await signWithOurKey({}, payload),
    ]);
  });

  it('is accepted only within its lifetime, to the second (S-65, Zitadel GHSA-wxg7)', async () => {
    const { site, payload, tokens } = await authorized();
    const changes = [
      { exp: undefined },
      { iat: undefined },
      { exp: '9999999999' },
      { jti: undefined },
    ];
    await expectWorthless(
      site,
      await Promise.all(changes.map((change) => signWithOurKey(ACCESS, { ...payload, ...change }))),
    );
    vi.setSystemTime(payload.exp! * 1000 - 1);
    await expectAccepted(site, tokens.access_token);
    vi.setSystemTime(payload.exp! * 1000);
    await expectWorthless(site, [tokens.access_token]);
  });

  it('is not accepted on other surfaces, and their credentials are not accepted here (S-61)', async () => {
    const { site, tokens, signIn } = await authorized();
    const admin = await makeAdmin();
    const member = await makeAdmin({ audience: 'dashboard' });
    await expectWorthless(site, [
      tokens.id_token,
      admin.token,
      admin.refreshToken,
      member.token,
      signIn.session.id,
    ]);
    for (const token of [tokens.access_token, tokens.id_token, tokens.refresh_token]) {
      const headers = { Authorization: `Bearer ${token}` };
      for (const path of ['/admin/v1/accounts', '/verify/v1/status/x', '/api/v1/sessions']) {
        const { status } = await exports.default.fetch(
          new Request(`${ORIGIN}${path}`, { headers }),
        );
        expect([path, status]).toEqual([path, 401]);
      }
    }
  });

  it('has a unique id of 128 random bits (S-66)', async () => {
    const { site, tokens } = await authorized();
    const ids = new Set([decodeJwt(tokens.access_token).jti]);
    let next = tokens;
    for (let uses = 0; uses < 10; uses += 1) {
      next = (await refresh(site, next.refresh_token)).body;
      ids.add(decodeJwt(next.access_token).jti);
    }
    expect(ids.size).toBe(11);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
  });

  it('ends within five minutes after its key is revoked, which leaves the key set immediately (S-81)', async () => {
    const { site, tokens } = await authorized();
    const { kid } = decodeProtectedHeader(tokens.access_token);
    // After this call the isolate can accept the token without verifying its signature again.
    await expectAccepted(site, tokens.access_token);
    await env.DB.prepare('UPDATE signing_keys SET revoked_at_ms = ?').bind(Date.now()).run();
    vi.setSystemTime(Date.now() + 300_001);
    await expectWorthless(site, [tokens.access_token]);
    const request = new Request(`${ORIGIN}/.well-known/jwks.json`);
    const { keys } = await (
      await exports.default.fetch(request)
    ).json<{ keys: { kid: string }[] }>();
    // Each of the two rings has one key.
    expect(keys).toHaveLength(2);
    expect(keys.map((one) => one.kid)).not.toContain(kid);
    const next = await refresh(site, tokens.refresh_token);
    await expectAccepted(site, next.body.access_token);
  });
});

describe('an ID token', () => {
  it('always names the access token issued with it (S-63, Authlib CVE-2026-28498)', async () => {
    const { site, tokens } = await authorized();
    const next = (await refresh(site, tokens.refresh_token)).body;
    for (const { id_token, access_token } of [tokens, next]) {
      const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(access_token));
      expect(decodeJwt(id_token)['at_hash']).toBe(encodeBase64Url(digest.slice(0, 16)));
    }
  });
});

describe('stored data', () => {
  it('contains no usable token, only hashes (S-66)', async () => {
    const { site, tokens, code } = await authorized();
    const next = (await refresh(site, tokens.refresh_token)).body;
    const stub = env.GRANT.get(
      env.GRANT.idFromString(String(decodeJwt(next.access_token)['grant_id'])),
    );
    const kept = await runInDurableObject(stub, (_, state) =>
      JSON.stringify([...state.storage.kv.list()]),
    );
    const tables = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
      name: string;
    }>();
    const rows = await Promise.all(
      tables.results
        .filter(({ name }) => !/^(_cf|sqlite|d1)_/.test(name))
        .map(async ({ name }) => (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results),
    );
    const stored = kept + JSON.stringify(rows);
    expect(stored).toContain(site.id);
    for (const token of [code, tokens.refresh_token, next.refresh_token, site.secret])
      expect(stored).not.toContain(token.slice(-43));
    expect(stored).not.toContain(next.access_token.split('.')[2]);
  });
});
