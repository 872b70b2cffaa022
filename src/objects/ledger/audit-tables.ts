// The tables of a volume for audit entries. All of them belong to one customer, so the rows do not
// contain the customer.
import type { MovedEntry } from '../../domain/platform/audit/moved-entries.ts';

/** The columns of an entry, as in D1 (db/schema/audit-entries.ts), with its number and link. */
export const AUDIT_COLUMNS = [
  'number',
  'id',
  'hash',
  'at_ms',
  'staff_id',
  'audience',
  'action',
  'target_type',
  'target_id',
  'ip',
  'user_agent',
  'before',
  'after',
] as const satisfies readonly (keyof MovedEntry)[];

export const AUDIT_TABLES = [
  `CREATE TABLE audit_entries (
    number INTEGER PRIMARY KEY,
    id INTEGER NOT NULL,
    hash TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    staff_id INTEGER,
    audience TEXT NOT NULL,
    action TEXT NOT NULL,
    target_type TEXT NOT NULL,
    target_id TEXT NOT NULL,
    ip TEXT,
    user_agent TEXT,
    before TEXT,
    after TEXT
  )`,
  // One index for each filter and for each pair of filters, as in D1, except the pair of action and
  // target type, because an action implies its target type. SQLite takes the first of several
  // partial indexes that fit, so those with more columns come first.
  `CREATE INDEX audit_by_member_action ON audit_entries (staff_id, action, at_ms)
    WHERE audience = 'dashboard'`,
  `CREATE INDEX audit_by_member_target ON audit_entries (staff_id, target_type, at_ms)
    WHERE audience = 'dashboard'`,
  `CREATE INDEX audit_by_member ON audit_entries (staff_id, at_ms) WHERE audience = 'dashboard'`,
  'CREATE INDEX audit_by_time ON audit_entries (at_ms)',
  'CREATE INDEX audit_by_action ON audit_entries (action, at_ms)',
  'CREATE INDEX audit_by_target ON audit_entries (target_type, at_ms)',
  // Number of entries by day for each combination of filters, as in D1 (tenant_audit_counts).
  `CREATE TABLE audit_days (
    member_id INTEGER NOT NULL, action TEXT NOT NULL, target_type TEXT NOT NULL,
    day TEXT NOT NULL, value INTEGER NOT NULL,
    PRIMARY KEY (member_id, action, target_type, day)
  ) WITHOUT ROWID`,
  `CREATE TRIGGER audit_count_insert AFTER INSERT ON audit_entries BEGIN ${count('NEW', 1)} END`,
  `CREATE TRIGGER audit_count_delete AFTER DELETE ON audit_entries BEGIN ${count('OLD', -1)}
    DELETE FROM audit_days WHERE value = 0 AND day = ${dayIn('OLD')}; END`,
];

/** -1 counts the entries of everybody, and an empty text those of every action or target. */
function count(row: 'OLD' | 'NEW', by: 1 | -1): string {
  const member = `CASE WHEN ${row}.audience = 'dashboard' THEN coalesce(${row}.staff_id, 0) ELSE 0 END`;
  return `INSERT INTO audit_days
    SELECT who.id, kind.action, kind.target_type, ${dayIn(row)}, ${by}
    FROM (SELECT -1 AS id UNION SELECT ${member}) AS who
    CROSS JOIN (SELECT '' AS action, '' AS target_type
      UNION SELECT '', ${row}.target_type
      UNION SELECT ${row}.action, ${row}.target_type) AS kind
    WHERE true ON CONFLICT DO UPDATE SET value = value + ${by};`;
}

function dayIn(row: 'OLD' | 'NEW'): string {
  return `strftime('%Y-%m-%d', ${row}.at_ms / 1000, 'unixepoch')`;
}
