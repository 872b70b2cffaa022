// The parts of the deployed service that a deployment checks. Its queues deliver at once: a
// session's end reaches the database, and its webhook the service itself.
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
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

/** Answers like domain/integration/webhooks/own-receiver.ts. */
function prepareReceiver({ database, webhook }: Account, body: string): Answer {
  if (webhook === 'unknown') return { status: 404, body: {} };
  const { token } = JSON.parse(body) as { token: string };
  const hash = sha256(token);
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
    .run(`we_${hash.slice(0, 24)}`, link['tenant_id'] ?? null, `https://own/${hash}`);
  return { status: 200, body: { status: 'ok' } };
}

function sendWebhooks({ database, webhook }: Account, tenantId: string): void {
  if (webhook === 'unmade') return;
  const endpoints = database.prepare('SELECT id, url FROM webhook_endpoints WHERE tenant_id = ?');
  for (const { id, url } of endpoints.all(tenantId)) {
    const delivery = randomUUID();
    database
      .prepare(
        `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, tenant_id, position, state, attempts, delivered_by, round_started_ms, next_attempt_ms, created_at_ms)
         VALUES (?, 'evt', ?, ?, 1, ?, ?, ?, 1, 1, 1)`,
      )
      .run(
        delivery,
        id ?? null,
        tenantId,
        isAccepted(webhook) ? 'delivered' : 'pending',
        webhook === 'unsent' ? 0 : 1,
        isAccepted(webhook) ? JSON.stringify({ number: 1, status: 200 }) : null,
      );
    if (webhook === 'received')
      database
        .prepare('UPDATE deployment_links SET used_at_ms = 2 WHERE token_hash = ?')
        .run(String(url).split('/').at(-1) ?? '');
    if (webhook === 'unsent' || isAccepted(webhook)) continue;
    const isStatus = typeof webhook === 'number';
    database
      .prepare(
        `INSERT INTO webhook_attempts (delivery_id, number, url, at_ms, duration_ms, status, failure) VALUES (?, 1, ?, 1, 1, ?, ?)`,
      )
      .run(delivery, String(url), isStatus ? webhook : null, isStatus ? 'status' : webhook);
  }
}

/** A 2xx of another program at the address is accepted, but leaves the link unused. */
const isAccepted = (webhook: Account['webhook']): boolean =>
  webhook === 'received' || webhook === 200;

function list({ database }: Account, tenantId: string, userId: string): void {
  database
    .prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode,
         external_user_id, created_at_ms, completed_at_ms, expires_at_ms)
       VALUES (?, ?, 1, 1, 'success', 'age', 'standard', ?, 1, 2, 3)`,
    )
    .run(randomUUID(), tenantId, userId);
}
