// The plan of the FAPI 2.0 Security Profile, and its clients. The clients authenticate with keys
// instead of secrets, so the suite needs their private keys (D-153).
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Query } from './clients.ts';
import { addressesOf, browserOf, type Account } from './plans.ts';
import type { ConformanceSettings } from './settings.ts';

export const FAPI_ALIAS = 'agate-fapi2';

/** The plan, as an argument of the suite's `run-test-plan.py`. */
export const FAPI_PLAN =
  'fapi2-security-profile-final-test-plan[client_auth_type=private_key_jwt][sender_constrain=dpop][fapi_profile=plain_fapi][authorization_request_type=simple][openid=openid_connect]';

/**
 * The scopes that clients request. There are two, because one of the suite's modules requests them
 * in reverse order.
 */
const SCOPES = ['openid', 'email'];

interface FapiClient {
  client_id: string;
  scope: string;
  /** The key set includes the private key, because the suite acts as the client. */
  jwks: { keys: [Record<string, unknown>] };
  dpop_signing_alg: 'ES256';
}

interface FapiClients {
  client: FapiClient;
  client2: FapiClient;
  /**
   * `refused` and `refused2` are the clients whose requests are denied on the consent page. They
   * are separate clients, because the account has already consented to the requests of the other
   * clients.
   */
  refused: FapiClient;
  refused2: FapiClient;
  /** A client with an RSA key, to test that RS256 is refused. */
  rsa: FapiClient;
}

export const makeFapiClients = (): FapiClients => ({
  client: makeClient(),
  client2: makeClient(),
  refused: makeClient(),
  refused2: makeClient(),
  rsa: makeClient('PS256'),
});

function makeClient(alg: 'ES256' | 'PS256' = 'ES256'): FapiClient {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' });
  const kid = randomBytes(8).toString('base64url');
  return {
    client_id: `xoc_${randomBytes(16).toString('base64url')}`,
    scope: SCOPES.join(' '),
    jwks: { keys: [{ ...key, kid, alg, use: 'sig' }] },
    dpop_signing_alg: 'ES256',
  };
}

/** @param tenantId the customer that the clients belong to */
export function fapiRows(
  tenantId: string,
  suite: string,
  clients: FapiClients,
  nowMs: number,
): Query[] {
  const { redirectUris } = addressesOf(suite, FAPI_ALIAS);
  return Object.entries(clients).map(([name, client]: [string, FapiClient]) => {
    const { kid, ...key } = client.jwks.keys[0];
    const publicKey = { ...createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' }), kid };
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

const MANNERS = { asked: [], atSignIn: [] };
const MODULE = 'fapi2-security-profile-final';

/** @returns the suite's configuration for the plan */
export function fapiConfiguration(
  { issuer, suite }: Pick<ConformanceSettings, 'issuer' | 'suite'>,
  { client, client2, refused, refused2, rsa }: FapiClients,
  account: Account,
) {
  const usual = browserOf({ issuer, suite }, account, MANNERS);
  return {
    alias: FAPI_ALIAS,
    description: 'Agate with profile fapi2, as npm run conformance prepared it',
    server: { discoveryUrl: `${issuer}/.well-known/openid-configuration` },
    client,
    client2,
    resource: { resourceUrl: `${issuer}/oauth/userinfo` },
    ...usual,
    override: {
      [`${MODULE}-user-rejects-authentication`]: {
        client: refused,
        client2: refused2,
        ...browserOf({ issuer, suite }, account, { ...MANNERS, decision: 'deny' }),
      },
      [`${MODULE}-ensure-signed-client-assertion-with-RS256-fails`]: { client: rsa },
      // In this module, the browser only opens the sign-in page on the first visit, and signs in on
      // the second.
      [`${MODULE}-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds`]: {
        browser: [
          {
            match: `${issuer}/oauth/authorize*`,
            'match-limit': 1,
            tasks: [
              {
                task: 'Look',
                match: `${issuer}/signin*`,
                commands: [['wait', 'css', 'form[action="/signin"]', 10]],
              },
            ],
          },
          ...usual.browser,
        ],
      },
    },
  };
}
