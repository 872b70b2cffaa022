import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { readingDocuments } from '../../support/visitor/scripted-documents.ts';
import { serviceWith } from '../../support/installation/service-with.ts';

const BASE = 'http://localhost:8787';
const PATHS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

const read = (path: string, init: RequestInit = {}) =>
  exports.default.fetch(new Request(`${BASE}${path}`, init));

describe('the discovery document', () => {
  it('has the members and values of spec 4.6', async () => {
    expect(await (await read(PATHS[0]!)).json()).toMatchObject({
      issuer: BASE,
      authorization_endpoint: `${BASE}/oauth/authorize`,
      token_endpoint: `${BASE}/oauth/token`,
      userinfo_endpoint: `${BASE}/oauth/userinfo`,
      revocation_endpoint: `${BASE}/oauth/revoke`,
      introspection_endpoint: `${BASE}/oauth/introspect`,
      jwks_uri: `${BASE}/.well-known/jwks.json`,
      scopes_supported: [
        'openid',
        'profile',
        'email',
        'age_verification',
        'connections',
        'offline_access',
      ],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      // The last grant type goes beyond the specification (D-153).
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      // private_key_jwt goes beyond the specification (D-153).
      token_endpoint_auth_methods_supported: [
        'client_secret_post',
        'client_secret_basic',
        'private_key_jwt',
        'none',
      ],
      pushed_authorization_request_endpoint: `${BASE}/oauth/par`,
      require_pushed_authorization_requests: false,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      code_challenge_methods_supported: ['S256'],
      // Only levels that can be reached are listed (D-73).
      acr_values_supported: [
        'urn:agate:acr:password',
        'urn:agate:acr:passkey',
        'urn:agate:level:ml',
      ],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'nonce',
        'at_hash',
        'sid',
        'amr',
        'acr',
        'name',
        'display_name',
        'email',
        'email_verified',
        'age_verified',
        'verified_brackets',
        'meets_threshold',
        'age_bracket',
        'verification_level',
        'verified_at',
        'connected_sites_count',
      ],
    });
  });

  it('names the level document where the service reads documents (D-73)', async () => {
    const service = serviceWith(readingDocuments());
    const answer = await service(new Request(`${BASE}${PATHS[0]!}`));
    expect(await answer.json()).toMatchObject({
      acr_values_supported: expect.arrayContaining(['urn:agate:level:document']),
    });
  });

  it('is the same at both addresses, cached for an hour, for pages of every origin (RFC 8414; S-73, S-83)', async () => {
    const answers = await Promise.all(PATHS.map((path) => read(path)));
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));
    expect(second).toBe(first);
    for (const { status, headers } of answers) {
      expect(status).toBe(200);
      expect(headers.get('Content-Type')).toMatch(/^application\/json/);
      expect(headers.get('Cache-Control')).toBe('public, max-age=3600');
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
    }
    const etag = answers[0]!.headers.get('ETag')!;
    const again = await read(PATHS[1]!, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect((await read(PATHS[0]!, { method: 'HEAD' })).status).toBe(200);
  });

  it('advertises existing endpoints, and switches off what does not exist (S-83)', async () => {
    const document = await (await read(PATHS[0]!)).json<Record<string, unknown>>();
    expect(document).toMatchObject({
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: false,
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
    const endpoints = Object.entries(document).filter(([name]) =>
      /_endpoint$|^jwks_uri$/.test(name),
    );
    expect(endpoints.length).toBeGreaterThan(6);
    for (const [name, url] of endpoints) {
      const { status } = await read(String(url).slice(BASE.length));
      expect([name, status]).not.toEqual([name, 404]);
    }
  });

  it('is not found at paths that merely resemble its own (S-84, CVE-2026-0976 of Keycloak)', async () => {
    const confusing = [
      '//oauth/authorize',
      '/oauth//authorize',
      '/oauth/authorize/',
      '/oauth;a=b/authorize',
      '/oauth/authorize;a=b',
      '/oauth%2Fauthorize',
      '/oauth/%61uthorize/..%2ftoken',
      '/OAuth/authorize',
      '/.well-known/openid-configuration/',
    ];
    for (const path of confusing) expect([path, (await read(path)).status]).toEqual([path, 404]);
    const put = await read('/oauth/authorize', { method: 'PUT' });
    expect(put.status).toBe(405);
    expect(put.headers.get('Allow')).toContain('POST');
  });
});
