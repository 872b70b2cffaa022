import { env } from 'cloudflare:workers';
import { randomToken } from '../../../src/crypto/random.ts';
import { makeTenant } from '../customer/tenants.ts';

/**
 * Connects a new client to an account, with one valid grant that was issued in the given session.
 */
export async function connectSite(accountId: number, sessionId = 'elsewhere'): Promise<string> {
  const { id: tenantId } = await makeTenant();
  const clientId = `xoc_${randomToken(16)}`;
  const nowMs = Date.now();
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, created_at_ms)
       VALUES (?, ?, 'Cellar Door', '[]', '[]', ?, ?)`,
    ).bind(clientId, tenantId, 'h'.repeat(64), nowMs),
    env.DB.prepare(
      `INSERT INTO connections (account_id, client_id, scope, connected_at_ms, last_shared_at_ms)
       VALUES (?, ?, 'openid', ?, ?)`,
    ).bind(accountId, clientId, nowMs, nowMs),
    env.DB.prepare(
      `INSERT INTO grants (id, account_id, client_id, session_id, scope, created_at_ms, expires_at_ms)
       VALUES (?, ?, ?, ?, 'openid', ?, ?)`,
    ).bind(env.GRANT.newUniqueId().toString(), accountId, clientId, sessionId, nowMs, nowMs + 1e9),
  ]);
  return clientId;
}

export async function liveGrants(accountId: number): Promise<number> {
  const live = await env.DB.prepare(
    'SELECT count(*) AS n FROM grants WHERE account_id = ? AND revoked_at_ms IS NULL',
  )
    .bind(accountId)
    .first<number>('n');
  return live ?? 0;
}
