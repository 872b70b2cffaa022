// The plan of FAPI 2.0 Security Profile, and its clients: without a secret, with a key that the suite signs with (D-153).
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Query } from './clients.ts';
import { addressesOf, browserOf, type Account } from './plans.ts';
import type { ConformanceSettings } from './settings.ts';

export const FAPI_ALIAS = 'agate-fapi2';

/** As an argument of the suite's `run-test-plan.py`. */
export const FAPI_PLAN =
  'fapi2-security-profile-final-test-plan[client_auth_type=private_key_jwt][sender_constrain=dpop][fapi_profile=plain_fapi][authorization_request_type=simple][openid=openid_connect]';

/** Two, so that order can be changed. */
const SCOPES = ['openid', 'email'];

interface FapiClient {
  client_id: string;
  scope: string;
  /** With the private half: the suite is the client. */
  jwks: { keys: [Record<string, unknown>] };
  dpop_signing_alg: 'ES256';
}

interface FapiClients {
  client: FapiClient;
  client2: FapiClient;
}

export const makeFapiClients = (): FapiClients => ({ client: makeClient(), client2: makeClient() });

function makeClient(): FapiClient {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ format: 'jwk' });
  const kid = randomBytes(8).toString('base64url');
  return {
    client_id: `xoc_${randomBytes(16).toString('base64url')}`,
    scope: SCOPES.join(' '),
    jwks: { keys: [{ ...key, kid, alg: 'ES256', use: 'sig' }] },
    dpop_signing_alg: 'ES256',
  };
}

/** @param tenantId whose clients they are */
export function fapiRows(
  tenantId: string,
  suite: string,
  clients: FapiClients,
  nowMs: number,
): Query[] {
  const { redirectUris } = addressesOf(suite, FAPI_ALIAS);
  return Object.entries(clients).map(([name, client]: [string, FapiClient]) => {
    const { d: _secret, ...publicKey } = client.jwks.keys[0];
    return {
      sql: `INSERT INTO oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, created_at_ms,
          private_key_jwt, jwks, profile, require_pushed, dpop_bound_access_tokens, id_token_alg)
        VALUES (?, ?, ?, ?, ?, '', ?, 1, ?, 'fapi2', 1, 1, 'ES256')`,
      parameters: [
        client.client_id,
        tenantId,
        `${FAPI_ALIAS} ${name}`,
        JSON.stringify(redirectUris),
        JSON.stringify(SCOPES),
        nowMs,
        JSON.stringify({ keys: [publicKey] }),
      ],
    };
  });
}

/** @returns the suite's configuration of the plan */
export const fapiConfiguration = (
  { issuer, suite }: Pick<ConformanceSettings, 'issuer' | 'suite'>,
  clients: FapiClients,
  account: Account,
) => ({
  alias: FAPI_ALIAS,
  description: 'Agate with profile fapi2, as npm run conformance prepared it',
  server: { discoveryUrl: `${issuer}/.well-known/openid-configuration` },
  ...clients,
  resource: { resourceUrl: `${issuer}/oauth/userinfo` },
  ...browserOf({ issuer, suite }, account, []),
});
