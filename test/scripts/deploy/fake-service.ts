// The deployed service, as far as a deployment checks it. Its queue writes a session's end to the
// database at once.
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Account, Answer, Call } from './fake-account.ts';

const data = (value: unknown): Answer => ({ status: 200, body: { success: true, data: value } });

export function answerService(
  account: Account,
  { what, body }: Call,
  headers: IncomingHttpHeaders,
): Answer {
  const path = what.replace(/^\w+ \/service/, '');
  if (!account.workers.has('agate')) return { status: 404, body: {} };
  if (path === '/readyz') return readiness(account);
  const key = createHash('sha256').update(String(headers['x-api-key'])).digest('hex');
  const found = account.database
    .prepare('SELECT tenant_id FROM api_keys WHERE hash = ? AND mode = ?')
    .get(key, 'test');
  if (found === undefined) return { status: 401, body: {} };
  if (path === '/verify/v1/init') {
    const { user_id: userId } = JSON.parse(body) as { user_id: string };
    return data({ token: userId });
  }
  const [, token = ''] = /^\/verify\/v1\/sandbox\/([^/]+)\/outcome$/.exec(path) ?? [];
  if (token !== '' && !account.isStuck) list(account, String(found['tenant_id']), token);
  return data({ verified: true });
}

const readiness = ({ isUnwell }: Account): Answer =>
  isUnwell
    ? { status: 503, body: { status: 'down', checks: { d1: 'down', queues: 'ok' } } }
    : { status: 200, body: { status: 'ok', checks: { d1: 'ok', queues: 'ok' } } };

function list({ database }: Account, tenantId: string, userId: string): void {
  database
    .prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode,
         external_user_id, created_at_ms, completed_at_ms, expires_at_ms)
       VALUES (?, ?, 1, 1, 'success', 'age', 'standard', ?, 1, 2, 3)`,
    )
    .run(randomUUID(), tenantId, userId);
}
