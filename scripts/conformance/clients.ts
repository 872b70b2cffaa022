// The OAuth clients that the conformance suite acts as. They may send requests without PKCE or a
// nonce, because some of the suite's modules do (D-103).
import { randomBytes } from 'node:crypto';
import { hashKey } from '../credentials.ts';
import {
  addressesOf,
  type Alias,
  type ConformanceClient,
  type ConformanceClients,
} from './plans.ts';

export const makeClients = (): ConformanceClients => ({
  client: makeClient(),
  client2: makeClient(),
  client_secret_post: makeClient(),
});

const makeClient = (): ConformanceClient => ({
  client_id: `xoc_${randomBytes(16).toString('base64url')}`,
  client_secret: `xocs_${randomBytes(32).toString('base64url')}`,
});

export interface Query {
  sql: string;
  parameters: (string | number | null)[];
}

const SCOPES = ['openid', 'profile', 'email', 'offline_access'];

/** @param tenantId the customer that the clients belong to */
export function clientRows(
  tenantId: string,
  suite: string,
  alias: Alias,
  clients: ConformanceClients,
  nowMs: number,
): Query[] {
  const { redirectUris, postLogoutRedirectUri, backchannelLogoutUri, frontchannelLogoutUri } =
    addressesOf(suite, alias);
  return Object.entries(clients).map(([name, client]: [string, ConformanceClient]) => ({
    sql: `INSERT INTO oauth_clients (id, tenant_id, name, redirect_uris, scopes, post_logout_redirect_uris,
        backchannel_logout_uri, frontchannel_logout_uri, secret_hash, pkce_optional, nonce_optional, created_at_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 1, ?)`,
    parameters: [
      client.client_id,
      tenantId,
      `${alias} ${name.replaceAll('_', ' ')}`,
      JSON.stringify(redirectUris),
      JSON.stringify(SCOPES),
      JSON.stringify([postLogoutRedirectUri]),
      backchannelLogoutUri ?? null,
      frontchannelLogoutUri ?? null,
      hashKey(client.client_secret),
      nowMs,
    ],
  }));
}
