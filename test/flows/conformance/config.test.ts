// The OpenID Foundation's oidcc-config-certification-test-plan: one module, with all of its checks.
import { importJWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { ORIGIN } from '../../support/site/oauth-request.ts';
import { callService } from '../../support/site/relying-party.ts';

const PATH = '/.well-known/openid-configuration';

interface Metadata {
  issuer: string;
  jwks_uri: string;
  [name: string]: unknown;
}

describe('oidcc-config-certification-test-plan', () => {
  it('oidcc-discovery-endpoint-verification', async () => {
    const response = await callService(PATH);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json\b/);
    const metadata = await response.json<Metadata>();
    expect(metadata.issuer).toBe(ORIGIN);
    expect(metadata).toMatchObject({
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      scopes_supported: expect.arrayContaining(['openid']),
      claims_supported: expect.arrayContaining(['sub']),
      grant_types_supported: expect.arrayContaining(['authorization_code']),
      code_challenge_methods_supported: ['S256'],
    });
    for (const name of [
      'authorization_endpoint',
      'token_endpoint',
      'userinfo_endpoint',
      'jwks_uri',
    ])
      expect(String(metadata[name]).startsWith(`${ORIGIN}/`)).toBe(true);
    for (const locale of metadata['ui_locales_supported'] as string[])
      expect(Intl.getCanonicalLocales(locale)).toEqual([locale]);
    const { keys } = await (
      await callService(metadata.jwks_uri.slice(ORIGIN.length))
    ).json<{ keys: Record<string, string>[] }>();
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
    for (const key of keys) {
      expect(key['kty']).toBe(key['alg'] === 'ES256' ? 'EC' : 'RSA');
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
        expect(key).not.toHaveProperty(secret);
      await expect(importJWK(key)).resolves.toBeTruthy();
    }
  });
});
