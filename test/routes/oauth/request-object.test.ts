// Signed request objects, by value in pushed requests (RFC 9101; D-153).
import { beforeEach, describe, expect, it } from 'vitest';
import { makeClientKey, type ClientKey } from '../../support/site/client-keys.ts';
import { postForm } from '../../support/site/oauth-calls.ts';
import { CALLBACK, ORIGIN, requestFor, type Parameters } from '../../support/site/oauth-request.ts';
import { Browser, type TestClient } from '../../support/site/oauth.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';

let key: ClientKey;
let other: ClientKey;
let site: TestClient;
beforeEach(async () => {
  const [tenant, ...keys] = await Promise.all([
    makeDashboardTenant(),
    makeClientKey(),
    makeClientKey(),
  ]);
  [key, other] = keys;
  const { body } = await ask('POST', '/oauth-clients', tenant.owner.token, {
    name: 'Cellar Door',
    redirect_uris: [CALLBACK],
    scopes: ['openid', 'age_verification'],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [key.jwk] },
  });
  site = { id: body.data.id, secret: '', tenantId: tenant.id };
});

describe('a signed request (RFC 9101)', () => {
  const pushObject = async (request: string, also: Parameters = {}) =>
    postForm('/oauth/par', { request, ...(await key.assert(site.id)), ...also });

  const formOf = (changes: Parameters = {}): Parameters =>
    Object.fromEntries(requestFor(site, changes));

  it('contains all parameters that count; those outside it do not (6.3)', async () => {
    const request = await key.sign(site.id, formOf({ state: 'inside' }), {
      claims: { max_age: 10_000 },
    });
    const { status, body } = await pushObject(request, {
      state: 'outside',
      redirect_uri: 'https://x.example/',
    });
    expect([status, body.expires_in]).toEqual([201, 60]);
    const query = new URLSearchParams({ client_id: site.id, request_uri: body.request_uri });
    const page = await new Browser().get(`/oauth/authorize?${query.toString()}`);
    expect(page.headers.get('Location')).toContain('/signin?session=');
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, (changes?: Parameters) => Promise<string>]>([
    ['another type', () => key.sign(site.id, formOf(), { header: { typ: 'JWT' } })],
    ['no type', () => key.sign(site.id, formOf(), { header: { typ: undefined } })],
    ['another key', () => other.sign(site.id, formOf())],
    [
      'another audience',
      () => key.sign(site.id, formOf(), { claims: { aud: 'https://x.example' } }),
    ],
    ['another issuer', () => key.sign(site.id, formOf(), { claims: { iss: 'xoc_other' } })],
    ['another client', () => key.sign(site.id, formOf(), { claims: { client_id: 'xoc_other' } })],
    ['no exp', () => key.sign(site.id, formOf(), { claims: { exp: undefined } })],
    ['an exp in the past', () => key.sign(site.id, formOf(), { claims: { exp: now() - 60 } })],
    ['an exp far ahead', () => key.sign(site.id, formOf(), { claims: { exp: now() + 3700 } })],
    ['an nbf long ago', () => key.sign(site.id, formOf(), { claims: { nbf: now() - 3700 } })],
    ['an nbf ahead', () => key.sign(site.id, formOf(), { claims: { nbf: now() + 70 } })],
    ['a request parameter inside', () => key.sign(site.id, formOf({ request: 'x' }))],
    ['a request_uri inside', () => key.sign(site.id, formOf({ request_uri: 'urn:x' }))],
    ['a client assertion', async () => (await key.assert(site.id))['client_assertion'] ?? ''],
    ['no signature', async () => `${btoa('{"alg":"none"}')}.e30.`],
  ])('is refused with %s', async (_, make) => {
    const { status, body } = await pushObject(await make());
    expect([status, body.error]).toEqual([400, 'invalid_request_object']);
  });

  it('may have several audiences and an nbf within the clock skew, and its parameters are checked like any others', async () => {
    const good = { claims: { aud: [ORIGIN, 'https://x.example'], nbf: now() + 8 } };
    expect((await pushObject(await key.sign(site.id, formOf(), good))).status).toBe(201);
    const details = { claims: { authorization_details: [{ type: 'x' }] } };
    const refused = await pushObject(await key.sign(site.id, formOf(), details));
    expect(refused.body.error).toBe('invalid_authorization_details');
    const evil = await key.sign(site.id, formOf({ redirect_uri: 'https://evil.example/' }));
    expect((await pushObject(evil)).body.error).toBe('invalid_request');
  });

  it('works at PAR only: in a browser it stays refused (S-08)', async () => {
    const request = await key.sign(site.id, formOf());
    const response = await new Browser().get(
      `/oauth/authorize?${requestFor(site, { request }).toString()}`,
    );
    expect(response.headers.get('Location')).toContain('error=request_not_supported');
  });
});
