// The webhook with which a deployment checks itself: a link in the database lets the service
// receive one webhook of its own, for the end of the test session. What was created for the check
// is removed afterwards, whatever its outcome.
import { createHash, randomBytes } from 'node:crypto';
import { LIFETIMES } from '../../src/config/config.ts';
import { WEBHOOK_CHECK_TOKEN } from '../../src/crypto/token-prefixes.ts';
import { insert, quote } from '../database.ts';
import type { Query } from '../operations/query.ts';

export interface WebhookCheck {
  token: string;
  /**
   * The id of the endpoint that the service creates for it
   * (domain/integration/webhooks/own-receiver.ts).
   */
  endpointId: string;
  tokenHash: string;
}

/** @param customerId the customer of the test session */
export async function beginWebhookCheck(
  query: Query,
  customerId: string,
  nowMs: number,
): Promise<WebhookCheck> {
  const token = WEBHOOK_CHECK_TOKEN + randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const row = {
    token_hash: tokenHash,
    kind: 'webhook',
    tenant_id: customerId,
    created_at_ms: nowMs,
    expires_at_ms: nowMs + LIFETIMES.webhookCheckMs,
  };
  await query(insert('deployment_links', row));
  return { token, tokenHash, endpointId: `we_${tokenHash.slice(0, 24)}` };
}

interface Found {
  used: number | null;
  deliveries: number;
  delivered: number;
  attempts: number | null;
  status: number | null;
  failure: string | null;
}

/** @returns whether the webhook has arrived, and until then what is missing */
export async function readWebhookCheck(
  query: Query,
  { tokenHash, endpointId }: WebhookCheck,
): Promise<{ isDone: true } | { isDone: false; missing: string }> {
  const id = quote(endpointId);
  const last = (column: string): string =>
    `(SELECT ${column} FROM webhook_attempts JOIN webhook_deliveries ON id = delivery_id WHERE endpoint_id = ${id} ORDER BY number DESC LIMIT 1)`;
  const [found] = await query<Found>(`SELECT
    (SELECT used_at_ms FROM deployment_links WHERE token_hash = ${quote(tokenHash)}) AS used,
    (SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = ${id}) AS deliveries,
    (SELECT count(*) FROM webhook_deliveries WHERE endpoint_id = ${id} AND state = 'delivered') AS delivered,
    (SELECT sum(attempts) FROM webhook_deliveries WHERE endpoint_id = ${id}) AS attempts,
    COALESCE((SELECT delivered_by ->> 'status' FROM webhook_deliveries WHERE endpoint_id = ${id}), ${last('status')}) AS status,
    ${last('failure')} AS failure`);
  const isDone = typeof found?.used === 'number' && found.delivered > 0;
  return isDone ? { isDone } : { isDone: false, missing: missingOf(found) };
}

function missingOf(found: Found | undefined): string {
  if (!found || found.deliveries === 0)
    return 'the end of the test session made no delivery: look at the queue agate-session-events and its dead letters';
  if (!found.attempts)
    return 'its delivery was not attempted: look at the queue agate-webhooks and its dead letters';
  if (found.status !== null)
    return `the service's own address answered it with ${found.status}: ${ANSWERS[found.status] ?? 'look at its logs (npx wrangler tail agate)'}`;
  return `the service could not reach its own address (${found.failure ?? 'unknown'}): look at its domain and certificate`;
}

const ANSWERS: Readonly<Record<number, string>> = {
  400: 'its signature, time or event was not as it should be',
  403: 'something before the service refuses it, such as a rule of a firewall or Cloudflare Access',
  404: 'its link was used or had expired',
};

/** Removes what was created for the check, so that the customer keeps none of it. */
export async function endWebhookCheck(
  query: Query,
  { tokenHash, endpointId }: WebhookCheck,
): Promise<void> {
  const id = quote(endpointId);
  await query(
    [
      `DELETE FROM webhook_attempts WHERE delivery_id IN (SELECT id FROM webhook_deliveries WHERE endpoint_id = ${id});`,
      `DELETE FROM webhook_deliveries WHERE endpoint_id = ${id};`,
      `DELETE FROM webhook_endpoints WHERE id = ${id};`,
      `DELETE FROM deployment_links WHERE token_hash = ${quote(tokenHash)};`,
    ].join('\n'),
  );
}
