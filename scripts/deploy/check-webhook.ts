// The webhook that a deployment uses to check itself: a one-time token in the database
// (deployment_links) lets the service receive one of its own webhooks, about the end of the test
// session. Everything that was created for the check is removed afterwards, regardless of the
// result.
import { createHash, randomBytes } from 'node:crypto';
import { LIFETIMES } from '../../src/config/config.ts';
import { WEBHOOK_CHECK_TOKEN } from '../../src/crypto/token-prefixes.ts';
import { insert, quote } from '../database.ts';
import type { Query } from '../operations/query.ts';

export interface WebhookCheck {
  token: string;
  /**
   * The id of the endpoint that the service creates for the check
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

/** @returns whether the service has received the webhook at its own address, correctly signed */
export async function isReceived(query: Query, { tokenHash }: WebhookCheck): Promise<boolean> {
  const [link] = await query<{ used: number | null }>(
    `SELECT used_at_ms AS used FROM deployment_links WHERE token_hash = ${quote(tokenHash)}`,
  );
  return typeof link?.used === 'number';
}

/** The delivery, as the service reports it. */
export interface SentWebhook {
  attempts: number;
  /** The HTTP status of the last attempt. */
  status?: number;
  failure?: string;
}

/** @returns why the webhook has not arrived, and where to look for the cause */
export function missingOf(sent: SentWebhook | undefined): string {
  if (sent === undefined)
    return 'no delivery was created when the test session ended: check the queue agate-session-events and its dead letters';
  if (sent.attempts === 0)
    return 'its delivery was not attempted: check the queue agate-webhooks and its dead letters';
  if (sent.status !== undefined)
    return `the service's own address returned ${sent.status}: ${ANSWERS[sent.status] ?? 'check the logs of the service (npx wrangler tail agate)'}`;
  return `the service could not reach its own address (${sent.failure ?? 'unknown'}): check its domain and certificate`;
}

const ANSWERS: Readonly<Record<number, string>> = {
  400: 'the signature, timestamp or event of the webhook was not valid',
  403: 'something in front of the service blocks it, such as a firewall rule or Cloudflare Access',
  404: 'its link had been used or had expired',
};

/**
 * Removes the endpoint and the token that were created for the check. The service removes the
 * delivery from the customer's ledger within ten minutes.
 */
export async function endWebhookCheck(
  query: Query,
  { tokenHash, endpointId }: WebhookCheck,
  nowMs: number,
): Promise<void> {
  const id = quote(endpointId);
  const work = quote(JSON.stringify({ kind: 'endpoint', endpointId }));
  await query(
    [
      // Writes the same row that domain/integration/webhooks/ledger-work.ts writes when an endpoint
      // is deleted.
      `INSERT INTO ledger_work (id, tenant_id, work, created_at_ms)
         SELECT id, tenant_id, ${work}, ${nowMs} FROM webhook_endpoints WHERE id = ${id};`,
      `DELETE FROM webhook_endpoints WHERE id = ${id};`,
      `DELETE FROM deployment_links WHERE token_hash = ${quote(tokenHash)};`,
    ].join('\n'),
  );
}
