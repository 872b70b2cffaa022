// Rows of the session list, in D1 and in the volumes of ledgers, for tests.
import { env } from 'cloudflare:workers';
import type { LedgerSession } from '../../../src/domain/verification/session-list/ledger-session.ts';
import {
  SESSION_COLUMNS,
  toSession,
  type StoredLedgerSession,
} from '../../../src/objects/ledger/session-tables.ts';
import type { LedgerOf } from './ledgers.ts';
import { movedSession, putSessions } from './moved-sessions.ts';

/** A session that succeeded, without personal data or steps. */
export const listedSession = (
  id: string,
  createdAtMs: number,
  more: Partial<LedgerSession> = {},
): LedgerSession =>
  movedSession({
    id,
    created_at_ms: createdAtMs,
    verification_type: 'age_check',
    external_user_id: null,
    metadata: null,
    ip_country: null,
    funnel: null,
    ...more,
  });

export async function putInD1(
  { tenantId, test = false }: Pick<LedgerOf, 'tenantId' | 'test'>,
  rows: readonly LedgerSession[],
): Promise<void> {
  const values = rows.map((row) => SESSION_COLUMNS.map((name) => row[name]));
  await env.DB.prepare(
    `INSERT INTO verification_sessions (tenant_id, test, ${SESSION_COLUMNS.join(', ')})
     SELECT ?1, ?2, ${SESSION_COLUMNS.map((_name, at) => `value ->> ${at}`).join(', ')}
     FROM json_each(?3)`,
  )
    .bind(tenantId, Number(test), JSON.stringify(values))
    .run();
}

/** Stores rows in a volume, and enters the volume in the directory. */
export async function putInVolume(which: LedgerOf, rows: readonly LedgerSession[]): Promise<void> {
  const { tenantId, test = false, number = 1 } = which;
  await env.DB.prepare(
    `INSERT OR IGNORE INTO ledger_volumes (tenant_id, test, number, opened_at_ms)
     VALUES (?, ?, ?, 1)`,
  )
    .bind(tenantId, Number(test), number)
    .run();
  await putSessions(which, ...rows);
}

export const deleteInD1 = (ids: readonly string[]) =>
  env.DB.prepare('DELETE FROM verification_sessions WHERE id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(ids))
    .run();

/** Moves sessions from D1 to a volume. */
export async function moveToVolume(which: LedgerOf, rows: readonly LedgerSession[]): Promise<void> {
  await putInVolume(which, rows);
  await deleteInD1(rows.map(({ id }) => id));
}

/** @returns the row as D1 stores it */
export async function readFromD1(id: string): Promise<LedgerSession> {
  const row = await env.DB.prepare(
    `SELECT ${SESSION_COLUMNS.join(', ')} FROM verification_sessions WHERE id = ?`,
  )
    .bind(id)
    .first<StoredLedgerSession>();
  if (row === null) throw new Error('There is no such session in D1.');
  return toSession(row);
}
