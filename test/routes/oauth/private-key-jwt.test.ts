// Clients that authenticate with a signature (RFC 7523; OpenID Connect Core 9; D-153).
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findClient, forgetClient } from '../../../src/domain/openid/clients/client.ts';
import { makeContext } from '../../support/installation/context.ts';
import { makeClientKey, type ClientKey, type JwtChanges } from '../../support/site/client-keys.ts';
import { authorizeSite } from '../../support/site/grants.ts';
import { postForm, send } from '../../support/site/oauth-calls.ts';
import {
  CALLBACK,
  ORIGIN,
  requestFor,
  VERIFIER,
  type Parameters,
} from '../../support/site/oauth-request.ts';
import { basicOf, secretOf, type TestClient } from '../../support/site/oauth.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

/** The address of the key set, different in each test because key sets are cached. */
let jwksUri: string;

let tenant: DashboardTenant;
let key: ClientKey;
let other: ClientKey;
let site: TestClient;
beforeEach(async () => {
  [tenant, key, other] = await Promise.all([
    makeDashboardTenant(),
    makeClientKey(),
    makeClientKey(),
  ]);
  site = await makeSite({ jwks: { keys: [key.jwk] } });
  jwksUri = `https://rp.example/${key.jwk.kid}/jwks.json`;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const register = (fields: Record<string, unknown>) =>
  ask('POST', '/oauth-clients', tenant.owner.token, {
    name: 'Cellar Door',
    redirect_uris: [CALLBACK],
    scopes: ['openid', 'profile', 'email', 'age_verification', 'connections'],
    token_endpoint_auth_method: 'private_key_jwt',
    ...fields,
  });

async function makeSite(fields: Record<string, unknown>): Promise<TestClient> {
  const { body } = await register(fields);
  return { id: body.data.id, secret: body.data.client_secret ?? '', tenantId: tenant.id };
}

const change = async (fields: Record<string, unknown>) => {
  const answer = await ask('PATCH', `/oauth-clients/${site.id}`, tenant.owner.token, fields);
  forgetClient(makeContext(), site.id);
  return answer;
};

/** Calls introspection, which requires an authenticated client and changes nothing. */
const call = (proof: Parameters, headers: Record<string, string> = {}) =>
  postForm('/oauth/introspect', { token: 'x', ...proof }, headers);

const redeemWith = (code: string, proof: Parameters) =>
  postForm('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...proof,
  });

/** Serves the site's key set at `jwksUri` from now on. */
function serve(answer: () => Response): { calls: () => number } {
  let calls = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    expect([url, init.redirect]).toEqual([jwksUri, 'manual']);
    calls += 1;
    return answer();
  });
  return { calls: () => calls };
}

const advance = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
};

describe('private_key_jwt', () => {
  it('authenticates the client at token, introspection, revocation and PAR, without a secret', async () => {
    expect(site.secret).toBe('');
    const { code } = await authorizeSite({ site });
    const { status, body } = await redeemWith(code, await key.assert(site.id));
    expect(status).toBe(200);
    const token = body.refresh_token;
    const asked = await postForm('/oauth/introspect', { token, ...(await key.assert(site.id)) });
    expect(asked.body).toMatchObject({ active: true, client_id: site.id });
    const request = Object.fromEntries(requestFor(site));
    expect(
      (await postForm('/oauth/par', { ...request, ...(await key.assert(site.id)) })).status,
    ).toBe(201);
    expect(
      (await postForm('/oauth/revoke', { token, ...(await key.assert(site.id)) })).status,
    ).toBe(200);
    const gone = await postForm('/oauth/introspect', { token, ...(await key.assert(site.id)) });
    expect(gone.body).toEqual({ active: false });
  });

  it.each(['ES256', 'PS256', 'Ed25519', 'EdDSA'])('accepts %s', async (alg) => {
    const signer = await makeClientKey(alg);
    site = await makeSite({ jwks: { keys: [signer.jwk, other.jwk] } });
    expect((await call(await signer.assert(site.id))).status).toBe(200);
  });

  it('accepts each assertion once, wherever it comes first and however many arrive concurrently', async () => {
    const proof = await key.assert(site.id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [late] = answers.filter(({ status }) => status === 401);
    expect(late?.body).toMatchObject({
      error: 'invalid_client',
      error_description: 'The client assertion was used before.',
    });
    const request = Object.fromEntries(requestFor(site));
    expect((await postForm('/oauth/par', { ...request, ...proof })).status).toBe(401);
    const pushed = await key.assert(site.id);
    expect((await postForm('/oauth/par', { ...request, ...pushed })).status).toBe(201);
    const { code } = await authorizeSite({ site });
    expect((await redeemWith(code, pushed)).body.error).toBe('invalid_client');
    expect((await redeemWith(code, await key.assert(site.id))).status).toBe(200);
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => JwtChanges]>([
    ['an audience in a list', () => ({ claims: { aud: [ORIGIN] } })],
    ['the token endpoint as audience', () => ({ claims: { aud: `${ORIGIN}/oauth/token` } })],
    ['the PAR endpoint as audience', () => ({ claims: { aud: `${ORIGIN}/oauth/par` } })],
    ['another audience', () => ({ claims: { aud: 'https://id.example' } })],
    ['no audience', () => ({ claims: { aud: undefined } })],
    ['an exp five minutes ago', () => ({ claims: { exp: now() - 300 } })],
    ['an exp more than five minutes ahead', () => ({ claims: { exp: now() + 400 } })],
    ['no exp', () => ({ claims: { exp: undefined } })],
    ['an nbf a minute ahead', () => ({ claims: { nbf: now() + 61 } })],
    ['an iat a minute ahead', () => ({ claims: { iat: now() + 61 } })],
    ['no jti', () => ({ claims: { jti: undefined } })],
    ['an empty jti', () => ({ claims: { jti: '' } })],
    ['a long jti', () => ({ claims: { jti: 'x'.repeat(257) } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'xoc_other' } })],
    ['an unknown kid', () => ({ header: { kid: 'nobody' } })],
    ['an assertion that is too long', () => ({ claims: { more: 'x'.repeat(17_000) } })],
  ])('refuses %s (CVE-2025-27370, CVE-2025-27371)', async (_, changes) => {
    const { status, body } = await call(await key.assert(site.id, changes()));
    expect([status, body.error]).toEqual([401, 'invalid_client']);
    expect(
      (await call(await key.assert(site.id, { claims: { nbf: now() + 8, iat: now() + 8 } })))
        .status,
    ).toBe(200);
  });

  it('refuses RS256, a missing signature, another key, a key in the header, and nonsense', async () => {
    const rsa = await makeClientKey('RS256', key.jwk.kid);
    const { client_assertion = '', ...type } = await key.assert(site.id);
    const [, payload] = client_assertion.split('.');
    const unsigned = `${btoa(JSON.stringify({ alg: 'none' })).replaceAll('=', '')}.${payload}.`;
    for (const proof of [
      await rsa.assert(site.id),
      await other.assert(site.id),
      await other.assert(site.id, { header: { kid: key.jwk.kid, jwk: other.jwk } }),
      { ...type, client_assertion: unsigned },
      { ...type, client_assertion: `${client_assertion.slice(0, -6)}AAAAAA` },
      { ...type, client_assertion: 'nonsense' },
    ])
      expect((await call(proof)).body.error).toBe('invalid_client');
  });

  it('cannot be combined with another method, and is refused for clients with another method', async () => {
    const proof = await key.assert(site.id);
    expect((await call({ ...proof, client_id: site.id })).status).toBe(200);
    const twoWays: [Parameters, Record<string, string>][] = [
      [{ ...(await key.assert(site.id)), client_id: 'xoc_other' }, {}],
      [{ ...(await key.assert(site.id)), client_id: site.id, client_secret: 'x' }, {}],
      [await key.assert(site.id), basicOf({ ...site, secret: 'x' })],
      [{ client_assertion: proof['client_assertion'] }, {}],
      [{ client_assertion_type: proof['client_assertion_type'] }, {}],
      [{ ...(await key.assert(site.id)), client_assertion_type: 'urn:other' }, {}],
    ];
    for (const [form, headers] of twoWays)
      expect((await call(form, headers)).body.error).toBe('invalid_request');
    const secret = await makeSite({
      token_endpoint_auth_method: 'client_secret_basic',
      jwks: { keys: [key.jwk] },
    });
    expect((await call(await key.assert(secret.id))).body.error).toBe('invalid_client');
    expect((await call(secretOf(secret))).status).toBe(200);
    expect((await call({ client_id: site.id, client_secret: '' })).body.error).toBe(
      'invalid_client',
    );
    const inAddress = await send(`/oauth/introspect?client_assertion=x`, { method: 'POST' });
    expect(inAddress.body.error).toBe('invalid_request');
  });

  it('counts failures as guesses, per client and IP address (S-55)', async () => {
    const from = { 'CF-Connecting-IP': '192.0.2.77' };
    const wrong = async () => call(await other.assert(site.id), from);
    for (let n = 0; n < 20; n += 1) await wrong();
    expect((await wrong()).status).toBe(429);
    expect((await call(await key.assert(site.id), from)).status).toBe(429);
    expect((await call(await key.assert(site.id))).status).toBe(200);
  });
});

describe('jwks_uri', () => {
  beforeEach(async () => {
    site = await makeSite({ jwks_uri: jwksUri });
  });

  it('is fetched once in five minutes, and again for a key that is new there', async () => {
    let keys = [key.jwk];
    const address = serve(() => Response.json({ keys }));
    expect((await call(await key.assert(site.id))).status).toBe(200);
    expect((await call(await key.assert(site.id))).status).toBe(200);
    expect(address.calls()).toBe(1);
    keys = [other.jwk];
    // Even for an unknown key, the key set is fetched at most once a minute.
    expect((await call(await other.assert(site.id))).status).toBe(401);
    expect(address.calls()).toBe(1);
    advance(61);
    expect((await call(await other.assert(site.id))).status).toBe(200);
    expect((await call(await key.assert(site.id))).status).toBe(401);
    expect(address.calls()).toBe(2);
    advance(301);
    expect((await call(await other.assert(site.id))).status).toBe(200);
    expect(address.calls()).toBe(3);
  });

  it('that fails is called once in half a minute, and does not invalidate the cached keys', async () => {
    let isDown = false;
    const first = jwksUri;
    jwksUri = `${first}?new`;
    const second = await makeSite({ jwks_uri: jwksUri });
    jwksUri = first;
    const address = serve(() =>
      isDown ? new Response('', { status: 503 }) : Response.json({ keys: [key.jwk] }),
    );
    expect((await call(await key.assert(site.id))).status).toBe(200);
    isDown = true;
    advance(301);
    expect((await call(await key.assert(site.id))).status).toBe(200);
    expect(address.calls()).toBe(2);
    [jwksUri, site] = [`${first}?new`, second];
    for (let n = 0; n < 3; n += 1) expect((await call(await key.assert(site.id))).status).toBe(401);
    expect(address.calls()).toBe(3);
    isDown = false;
    advance(31);
    expect((await call(await key.assert(site.id))).status).toBe(200);
  });

  it.each<[string, () => Response]>([
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { Location: 'http://10.0.0.1/' } }),
    ],
    ['a body that is not JSON', () => new Response('<html>')],
    ['a set without keys', () => Response.json({ keys: [] })],
    ['a body that is too long', () => Response.json({ keys: [], more: 'x'.repeat(70_000) })],
    ['a private key', () => Response.json({ keys: [{ ...key.jwk, d: 'AAAA' }] })],
  ])('with %s authenticates nobody', async (_, answer) => {
    serve(answer);
    expect((await call(await key.assert(site.id))).body.error).toBe('invalid_client');
  });

  it('is called at public hosts only, even if the database has another address (S-28)', async () => {
    for (const uri of [
      'https://10.0.0.1/jwks',
      'http://rp.example/jwks',
      `${ORIGIN}/jwks`,
      'https://rp.example/#x',
    ])
      expect([uri, (await register({ jwks_uri: uri })).status]).toEqual([
        uri,
        uri === `${ORIGIN}/jwks` ? 200 : 400,
      ]);
  });
});

describe('client settings', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no key', {}, 'jwks'],
    ['both kinds of keys', { jwks: {}, jwks_uri: 'https://rp.example/jwks.json' }, 'jwks'],
    ['keys that are not a list', { jwks: { keys: 'x' } }, 'jwks'],
    ['an empty key set', { jwks: { keys: [] } }, 'jwks'],
    ['a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }, 'jwks'],
    [
      'a short RSA key',
      { jwks: { keys: [{ kty: 'RSA', n: 'x'.repeat(171), e: 'AQAB' }] } },
      'jwks',
    ],
    [
      'a key for encryption',
      { jwks: { keys: [{ kty: 'OKP', crv: 'X25519', x: 'x'.repeat(43) }] } },
      'jwks',
    ],
  ])('refuse %s', async (_, fields, field) => {
    const { status, body } = await register(fields);
    expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(JSON.stringify(body.error?.details)).toContain(field);
  });

  it('refuse a private key with an explanation, a repeated kid, and keys for a public client', async () => {
    const { body } = await register({ jwks: { keys: [{ ...key.jwk, d: 'AAAA' }] } });
    expect(body.error?.message).toMatch(/private or symmetric key/);
    const twice = [key.jwk, { ...other.jwk, kid: key.jwk.kid }];
    expect((await register({ jwks: { keys: twice } })).status).toBe(400);
  });

  it('change from a secret to keys and back, and the method that was replaced stops working', async () => {
    site = await makeSite({ token_endpoint_auth_method: 'client_secret_basic' });
    const bad = await change({ token_endpoint_auth_method: 'private_key_jwt' });
    expect([bad.status, bad.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    const { body } = await change({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ ...key.jwk, ext: true, key_ops: ['verify'] }] },
    });
    expect(body.data).toMatchObject({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [key.jwk] },
    });
    expect((await call(secretOf(site))).body.error).toBe('invalid_client');
    expect((await call(await key.assert(site.id))).status).toBe(200);
    const rotate = `/oauth-clients/${site.id}/rotate-secret`;
    const rotated = await ask('POST', rotate, tenant.owner.token, { overlap_days: 0 });
    expect([rotated.status, rotated.body.error?.code]).toEqual([409, 'CONFLICT']);
    // The same `kid` with a different key counts as a change.
    const renewed = { keys: [{ ...other.jwk, kid: key.jwk.kid }] };
    expect((await change({ jwks: renewed })).body.data.jwks).toEqual(renewed);
    const [entry] = (await ask('GET', '/audit', tenant.owner.token)).body.data;
    expect([entry.action, JSON.stringify(entry)]).toEqual([
      'oauth_client.update',
      expect.stringContaining(`${key.jwk.kid}:`),
    ]);
    await change({ token_endpoint_auth_method: 'client_secret_post', jwks: null });
    expect((await call(secretOf(site))).status).toBe(200);
    const found = await findClient(makeContext(), site.id);
    expect([found?.jwks, found?.provesByKey]).toEqual([undefined, undefined]);
  });
});
