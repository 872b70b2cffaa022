// Tokens bound to a client's key (RFC 9449; D-112).
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROOF_ALGORITHMS } from '../../../src/domain/openid/grants/dpop-proof.ts';
import { rotateKeys } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import { makeContext } from '../../support/installation/context.ts';
import { makeDashboardTenant, ask } from '../../support/staff/dashboard.ts';
import {
  makeProofKey,
  TOKEN_URL,
  USERINFO_URL,
  type ProofChanges,
  type ProofKey,
} from '../../support/site/dpop.ts';
import { authorizeSite, makeSite } from '../../support/site/grants.ts';
import { introspect, postForm, readUserinfo, send } from '../../support/site/oauth-calls.ts';
import { CALLBACK, VERIFIER, type Parameters } from '../../support/site/oauth-request.ts';
import { Browser, secretOf, type TestClient } from '../../support/site/oauth.ts';

let key: ProofKey;
let other: ProofKey;
let confidential: TestClient;
let app: TestClient;
beforeEach(async () => {
  [key, other, confidential, app] = await Promise.all([
    makeProofKey(),
    makeProofKey(),
    makeSite(),
    makeSite(),
  ]);
  await env.DB.prepare('UPDATE oauth_clients SET is_public = 1 WHERE id = ?').bind(app.id).run();
});
afterEach(() => void vi.useRealTimers());

const callToken = (site: TestClient, form: Parameters, proof?: string) =>
  postForm(
    '/oauth/token',
    { ...(site === app ? { client_id: site.id } : secretOf(site)), ...form },
    proof === undefined ? {} : { DPoP: proof },
  );

const prove = (by = key) => by.prove('POST', TOKEN_URL);

const exchange = (site: TestClient, code: string, proof?: string) =>
  callToken(
    site,
    { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER },
    proof,
  );

const refresh = (site: TestClient, refresh_token: string, proof?: string) =>
  callToken(site, { grant_type: 'refresh_token', refresh_token }, proof);

const userinfo = (token: string, proof?: string, scheme = 'DPoP', method = 'GET') =>
  send('/oauth/userinfo', {
    method,
    headers: { Authorization: `${scheme} ${token}`, ...(proof !== undefined && { DPoP: proof }) },
  });

const proveRead = (accessToken: string, by = key) => by.prove('GET', USERINFO_URL, { accessToken });

/** The tokens of a new grant, requested with a proof. */
async function boundTokens(site: TestClient) {
  const { code } = await authorizeSite({ site });
  return (await exchange(site, code, await prove())).body;
}

/** The number of proofs that the access token's grant has recorded. */
function countProofs(accessToken: string): Promise<number> {
  const grantId = env.GRANT.idFromString(String(decodeJwt(accessToken)['grant_id']));
  return runInDurableObject(
    env.GRANT.get(grantId),
    (_, { storage }) => Array.from(storage.kv.list({ prefix: 'proof:' })).length,
  );
}

describe('a bound access token', () => {
  it('is issued for a code with a proof, and introspection names the key (5, 6)', async () => {
    const tokens = await boundTokens(confidential);
    expect(tokens.token_type).toBe('DPoP');
    expect(decodeJwt(tokens.access_token)['cnf']).toEqual({ jkt: key.thumbprint });
    expect((await introspect(confidential, tokens.access_token)).body).toMatchObject({
      active: true,
      token_type: 'DPoP',
      cnf: { jkt: key.thumbprint },
    });
    const { code } = await authorizeSite({ site: confidential });
    const plain = (await exchange(confidential, code)).body;
    expect(plain.token_type).toBe('Bearer');
    expect(decodeJwt(plain.access_token)).not.toHaveProperty('cnf');
  });

  it('reads the claims only with a proof by its key (7.1)', async () => {
    const { access_token: token } = await boundTokens(confidential);
    expect((await userinfo(token, await proveRead(token))).status).toBe(200);
    const bearer = await userinfo(token, undefined, 'Bearer');
    const posted = await postForm('/oauth/userinfo', { access_token: token });
    const stolen = await userinfo(token, await proveRead(token, other));
    for (const { status, body } of [bearer, posted, stolen])
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    const challenge = stolen.headers.get('WWW-Authenticate');
    expect(challenge).toMatch(
      /^DPoP error="invalid_token", error_description="[^"]+", algs="ES256 /,
    );
    const without = await userinfo(token);
    expect([without.status, without.body.error]).toEqual([401, 'invalid_dpop_proof']);
  });

  it('is different from a Bearer token, which has no key to prove (7.1)', async () => {
    const { code } = await authorizeSite({ site: confidential });
    const { access_token: token } = (await exchange(confidential, code)).body;
    expect((await userinfo(token, await proveRead(token))).body.error).toBe('invalid_token');
    expect((await readUserinfo(token)).status).toBe(200);
  });

  it('needs a proof for its own hash, method and URL (4.3)', async () => {
    const { access_token: token } = await boundTokens(confidential);
    const foreign = (await boundTokens(confidential)).access_token;
    for (const proof of [
      await proveRead(foreign),
      await key.prove('GET', USERINFO_URL),
      await key.prove('POST', USERINFO_URL, { accessToken: token }),
      await key.prove('GET', TOKEN_URL, { accessToken: token }),
    ]) {
      const { status, body, headers } = await userinfo(token, proof);
      expect([status, body.error]).toEqual([401, 'invalid_dpop_proof']);
      expect(headers.get('WWW-Authenticate')).toMatch(/^DPoP error="invalid_dpop_proof"/);
    }
    const [spelled, accessToken] = [USERINFO_URL.replace('http://l', 'HTTP://L'), token];
    const proof = await key.prove('GET', `${spelled}?a=1#b`, { accessToken });
    expect((await userinfo(token, proof, 'dpop')).status).toBe(200);
  });

  it('accepts each proof once, however many requests arrive concurrently (11.1; GHSA-v3q9, GHSA-3p3g-vpw6-4w66)', async () => {
    // Signing keys are read from the database again after five minutes, so this test's database
    // must contain them.
    await rotateKeys(makeContext(), 'oidc');
    const { access_token: token } = await boundTokens(confidential);
    const proof = await proveRead(token);
    const answers = await Promise.all(Array.from({ length: 8 }, () => userinfo(token, proof)));
    const read = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ body }) => body.error === 'invalid_dpop_proof');
    expect([read.length, refused.length]).toEqual([1, 7]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 60_000 });
    expect((await userinfo(token, proof)).body.error).toBe('invalid_dpop_proof');
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect((await userinfo(token, proof)).body.error_description).toMatch(/five minutes/);
    expect((await userinfo(token, await proveRead(token))).status).toBe(200);
    // Proofs from six minutes ago are deleted.
    expect(await countProofs(token)).toBe(1);
  });
});

describe('a proof at the token endpoint', () => {
  it.each(PROOF_ALGORITHMS)('may be signed with %s', async (alg) => {
    const by = await makeProofKey(alg);
    const { code } = await authorizeSite({ site: confidential });
    const { status, body } = await exchange(confidential, code, await prove(by));
    expect([status, decodeJwt(body.access_token)['cnf']]).toEqual([200, { jkt: by.thumbprint }]);
  });

  it('is refused if anything in it is wrong, and uses nothing up (4.3)', async () => {
    const { code } = await authorizeSite({ site: app });
    const now = Math.floor(Date.now() / 1000);
    const wrong = (changes: ProofChanges) => key.prove('POST', TOKEN_URL, changes);
    const good = await prove();
    const tampered = `${good.slice(0, -4)}AAAA`;
    const proofs = [
      'nonsense',
      `${good}, ${await prove()}`,
      tampered,
      await wrong({ header: { typ: 'JWT' } }),
      await wrong({ header: { jwk: other.jwk } }),
      await wrong({ header: { jwk: undefined } }),
      await wrong({ header: { jwk: { ...key.jwk, d: 'AAAA' } } }),
      `${btoa(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: key.jwk }))}.${good.split('.')[1]}.`,
      await wrong({ header: { typ: undefined } }),
      await wrong({ claims: { htm: undefined } }),
      await wrong({ claims: { htu: undefined } }),
      await wrong({ claims: { iat: undefined } }),
      await wrong({ claims: { htm: 'GET' } }),
      await wrong({ claims: { htm: 'post' } }),
      await wrong({ claims: { htu: USERINFO_URL } }),
      await wrong({ claims: { htu: 'https://evil.example/oauth/token' } }),
      await wrong({ claims: { htu: ['x'] } }),
      await wrong({ claims: { iat: now - 301 } }),
      await wrong({ claims: { iat: now + 302 } }),
      await wrong({ claims: { iat: 'now' } }),
      await wrong({ claims: { exp: now - 1 } }),
      await wrong({ claims: { jti: '' } }),
      await wrong({ claims: { jti: 'x'.repeat(257) } }),
      await wrong({ claims: { jti: undefined } }),
      await wrong({ claims: { more: 'x'.repeat(4096) } }),
    ];
    for (const proof of proofs) {
      const { status, body } = await exchange(app, code, proof);
      expect([proof, status, body.error]).toEqual([proof, 400, 'invalid_dpop_proof']);
      expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
    }
    expect((await exchange(app, code, good)).status).toBe(200);
  });

  it('works once for a grant, and a failed request does not use it up', async () => {
    const { code } = await authorizeSite({ site: app });
    const proof = await prove();
    const wrong = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    expect((await callToken(app, wrong, proof)).body.error).toBe('invalid_grant');
    const { body } = await exchange(app, code, proof);
    const again = await refresh(app, body.refresh_token, proof);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_dpop_proof']);
    expect((await refresh(app, body.refresh_token, await prove())).status).toBe(200);
  });

  it('must be by the key of dpop_jkt (10)', async () => {
    const asked = async () =>
      (await authorizeSite({ site: app, request: { dpopJkt: key.thumbprint } })).code;
    const code = await asked();
    for (const proof of [undefined, await prove(other)])
      expect((await exchange(app, code, proof)).body.error).toBe('invalid_grant');
    expect((await exchange(app, code, await prove())).status).toBe(200);
    const malformed = await new Browser().authorize(app, { dpop_jkt: 'short' });
    expect(malformed.searchParams.get('error')).toBe('invalid_request');
    const wellFormed = await new Browser().authorize(app, { dpop_jkt: key.thumbprint });
    expect(wellFormed.pathname).toBe('/signin');
  });
});

describe('a refresh token', () => {
  it('of a public client needs its key at every use, even to end the family (5)', async () => {
    const first = (await boundTokens(app)).refresh_token;
    for (const proof of [undefined, await prove(other)])
      expect((await refresh(app, first, proof)).body.error).toBe('invalid_grant');
    const renewed = (await refresh(app, first, await prove())).body;
    expect(renewed.token_type).toBe('DPoP');
    const third = (await refresh(app, renewed.refresh_token, await prove())).body.refresh_token;
    expect((await refresh(app, first)).body.error).toBe('invalid_grant');
    expect((await refresh(app, third, await prove())).status).toBe(200);
  });

  it('of a client with a secret is bound to the secret, so its key may change', async () => {
    const { refresh_token: first } = await boundTokens(confidential);
    const moved = (await refresh(confidential, first, await prove(other))).body;
    expect(decodeJwt(moved.access_token)['cnf']).toEqual({ jkt: other.thumbprint });
    expect((await refresh(confidential, moved.refresh_token)).body.token_type).toBe('Bearer');
  });
});

it('a refresh token is bound for a client with dpop_bound_access_tokens (5.2)', async () => {
  const { owner, id: tenantId } = await makeDashboardTenant();
  const send = (method: string, path: string, fields: object) =>
    ask(method, `/oauth-clients${path}`, owner.token, fields);
  const fields = { name: 'Cellar', redirect_uris: [CALLBACK], scopes: ['openid'] };
  const { body } = await send('POST', '', { ...fields, dpop_bound_access_tokens: true });
  expect(body.data.dpop_bound_access_tokens).toBe(true);
  const site = { id: body.data.id, secret: body.data.client_secret, tenantId };
  const { code } = await authorizeSite({ site, request: { scope: ['openid'] } });
  expect((await exchange(site, code)).body.error).toBe('invalid_dpop_proof');
  expect((await exchange(site, code, await prove())).body.token_type).toBe('DPoP');
  const freed = await send('PATCH', `/${site.id}`, { dpop_bound_access_tokens: false });
  expect(freed.body.data.dpop_bound_access_tokens).toBe(false);
});
