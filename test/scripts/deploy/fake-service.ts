// The parts of the deployed service that a deployment checks. Its queues deliver immediately: a
// session's end reaches the database, and the webhook reaches the service itself.
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SentWebhook } from '../../../scripts/deploy/check-webhook.ts';
import type { Account, Answer, Call } from './fake-account.ts';

const data = (value: unknown): Answer => ({ status: 200, body: { success: true, data: value } });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function answerService(
  account: Account,
  { what, body }: Call,
  headers: IncomingHttpHeaders,
): Answer {
  const path = what.replace(/^\w+ \/service/, '');
  if (!account.workers.has('agate')) return { status: 404, body: {} };
  if (path === '/readyz') return readiness(account);
  if (path === '/readyz/webhook') return prepareReceiver(account, body);
  const key = sha256(String(headers['x-api-key']));
  const found = account.database
    .prepare('SELECT tenant_id FROM api_keys WHERE hash = ? AND mode = ?')
    .get(key, 'test');
  if (found === undefined) return { status: 401, body: {} };
  if (path === '/verify/v1/init') {
    const { user_id: userId } = JSON.parse(body) as { user_id: string };
    return data({ token: userId });
  }
  const [, token = ''] = /^\/verify\/v1\/sandbox\/([^/]+)\/outcome$/.exec(path) ?? [];
  if (token !== '' && !account.isStuck) {
    list(account, String(found['tenant_id']), token);
    sendWebhooks(account, String(found['tenant_id']));
  }
  return data({ verified: !account.isWrong });
}

const readiness = ({ isUnwell }: Account): Answer =>
  isUnwell
    ? { status: 503, body: { status: 'down', checks: { d1: 'down', queues: 'ok' } } }
    : { status: 200, body: { status: 'ok', checks: { d1: 'ok', queues: 'ok' } } };

/** Responds as domain/integration/webhooks/own-receiver.ts does. */
function prepareReceiver({ database, webhook, deliveries }: Account, body: string): Answer {
  if (webhook === 'unknown') return { status: 404, body: {} };
  const { token } = JSON.parse(body) as { token: string };
  const hash = sha256(token);
  const id = `we_${hash.slice(0, 24)}`;
  const link = database
    .prepare(
      "SELECT tenant_id FROM deployment_links WHERE token_hash = ? AND kind = 'webhook' AND used_at_ms IS NULL",
    )
    .get(hash);
  if (link === undefined) return { status: 404, body: {} };
  database
    .prepare(
      `INSERT OR IGNORE INTO webhook_endpoints (id, tenant_id, url, event_types, mode, state, secret, created_at_ms)
       VALUES (?, ?, ?, '["session.success"]', 'test', 'enabled', 'sealed', 1)`,
    )
    .run(id, link['tenant_id'] ?? null, `https://own/${hash}`);
  return { status: 200, body: { status: 'ok', delivery: deliveries.get(id) } };
}

function sendWebhooks({ database, webhook, deliveries }: Account, tenantId: string): void {
  if (webhook === 'unmade') return;
  const endpoints = database.prepare('SELECT id, url FROM webhook_endpoints WHERE tenant_id = ?');
  for (const { id, url } of endpoints.all(tenantId)) {
    deliveries.set(String(id), sentAs(webhook));
    if (webhook === 'received')
      database
        .prepare('UPDATE deployment_links SET used_at_ms = 2 WHERE token_hash = ?')
        .run(String(url).split('/').at(-1) ?? '');
  }
}

/**
 * Returns the delivery that the service reports. A 2xx response counts as delivered even if a
 * different program sent it, but the link then stays unused.
 */
function sentAs(webhook: Account['webhook']): SentWebhook {
  if (webhook === 'unsent') return { attempts: 0 };
  if (webhook === 'received' || webhook === 200) return { attempts: 1, status: 200 };
  return typeof webhook === 'number'
    ? { attempts: 1, status: webhook, failure: 'status' }
    : { attempts: 1, failure: webhook };
}

function list({ database }: Account, tenantId: string, userId: string): void {
  database
    .prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode,
         external_user_id, created_at_ms, completed_at_ms, expires_at_ms)
       VALUES (?, ?, 1, 1, 'success', 'age', 'standard', ?, 1, 2, 3)`,
    )
    .run(randomUUID(), tenantId, userId);
}
