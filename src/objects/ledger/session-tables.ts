// The tables of a volume for sessions. All of them belong to one customer in one mode, so the rows
// do not contain the customer or the mode.
import type {
  LedgerSession,
  ListedLedgerSession,
} from '../../domain/verification/session-list/ledger-session.ts';

/** The columns of a session, as in D1 (db/schema/verification-sessions.ts). */
export const SESSION_COLUMNS = [
  'id',
  'version',
  'result_hash',
  'status',
  'reason',
  'purpose',
  'verification_mode',
  'verification_type',
  'gate',
  'measured',
  'risk',
  'previous_id',
  'previous_hash',
  'counted_before',
  'contested',
  'external_user_id',
  'metadata',
  'ip_country',
  'created_at_ms',
  'completed_at_ms',
  'expires_at_ms',
  'erased_at_ms',
  'funnel',
] as const satisfies readonly (keyof LedgerSession)[];

/** A session as SQLite returns it, with 0 or 1 for booleans. */
export type StoredLedgerSession<T = LedgerSession> = {
  [K in keyof T]: T[K] extends boolean ? number : T[K];
};

/** Converts the integers that SQLite returns for booleans. */
export const toSession = <T extends ListedLedgerSession>(row: StoredLedgerSession<T>): T =>
  ({ ...row, counted_before: row.counted_before === 1, contested: row.contested === 1 }) as T;

export const SESSION_TABLES = [
  `CREATE TABLE sessions (
    -- The order in which rows arrived; sessions of the same millisecond are listed in it.
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL,
    result_hash TEXT,
    status TEXT NOT NULL,
    reason TEXT,
    purpose TEXT NOT NULL,
    verification_mode TEXT NOT NULL,
    verification_type TEXT,
    gate INTEGER,
    measured TEXT,
    risk TEXT,
    previous_id TEXT,
    previous_hash TEXT,
    counted_before INTEGER NOT NULL,
    contested INTEGER NOT NULL,
    external_user_id TEXT,
    metadata TEXT,
    ip_country TEXT,
    created_at_ms INTEGER NOT NULL,
    completed_at_ms INTEGER,
    expires_at_ms INTEGER NOT NULL,
    erased_at_ms INTEGER,
    funnel TEXT
  )`,
  // The indexes for lists, the same as in D1.
  'CREATE INDEX sessions_by_time ON sessions (created_at_ms)',
  'CREATE INDEX sessions_by_status ON sessions (status, created_at_ms)',
  `CREATE INDEX sessions_by_type ON sessions (verification_type, created_at_ms)
    WHERE verification_type IS NOT NULL`,
  `CREATE INDEX sessions_by_type_status ON sessions (verification_type, status, created_at_ms)
    WHERE verification_type IS NOT NULL`,
  `CREATE INDEX sessions_by_user
    ON sessions (external_user_id, created_at_ms, status, verification_type)
    WHERE external_user_id IS NOT NULL`,
  // Number of sessions by day of creation, status and type; '' for none.
  `CREATE TABLE session_days (
    day TEXT NOT NULL, status TEXT NOT NULL, verification_type TEXT NOT NULL,
    value INTEGER NOT NULL, PRIMARY KEY (day, status, verification_type)
  ) WITHOUT ROWID`,
  // Number of sessions that were erased in this volume, by day (UTC). The counts outlive the rows.
  `CREATE TABLE erased_days (day TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TRIGGER sessions_count_insert AFTER INSERT ON sessions BEGIN ${count('NEW', 1)} END`,
  `CREATE TRIGGER sessions_count_update AFTER UPDATE OF status, verification_type ON sessions
    WHEN OLD.status <> NEW.status OR OLD.verification_type IS NOT NEW.verification_type
    BEGIN ${count('OLD', -1)} ${count('NEW', 1)} END`,
  `CREATE TRIGGER sessions_count_delete AFTER DELETE ON sessions BEGIN ${count('OLD', -1)} END`,
];

function count(row: 'OLD' | 'NEW', by: 1 | -1): string {
  const day = `strftime('%Y-%m-%d', ${row}.created_at_ms / 1000, 'unixepoch')`;
  const type = `coalesce(${row}.verification_type, '')`;
  const change = `INSERT INTO session_days VALUES (${day}, ${row}.status, ${type}, ${by})
    ON CONFLICT DO UPDATE SET value = value + ${by};`;
  if (by === 1) return change;
  return `${change} DELETE FROM session_days WHERE day = ${day} AND status = ${row}.status
    AND verification_type = ${type} AND value = 0;`;
}
