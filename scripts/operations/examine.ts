// Checks whether a database is consistent, for use after a restore, a move or an accident.
import {
  CHAIN_START,
  checkChain,
  type AuditLink,
  type AuditRow,
} from '../../src/domain/platform/audit/chain.ts';
import { contentsOf, type StoredDigest } from '../../src/domain/platform/audit/verify-chain.ts';
import type { Query } from './query.ts';
import { isBefore01, UPGRADE_HINT } from './migrations-before-0-1.ts';

const HOUR_MS = 3_600_000;
const LINKS_PER_READ = 2_000;

/** References to check: every value of `table.column` must occur in `parent.key`. */
const ORPHANS: readonly [table: string, column: string, parent: string, key: string][] = [
  ['api_keys', 'tenant_id', 'tenants', 'id'],
  ['oauth_clients', 'tenant_id', 'tenants', 'id'],
  ['webhook_endpoints', 'tenant_id', 'tenants', 'id'],
  ['account_sessions', 'account_id', 'accounts', 'id'],
  ['verified_ages', 'account_id', 'accounts', 'id'],
  ['grants', 'account_id', 'accounts', 'id'],
  ['grants', 'client_id', 'oauth_clients', 'id'],
  ['connections', 'account_id', 'accounts', 'id'],
  ['staff_sessions', 'staff_id', 'staff', 'id'],
];

/**
 * @param known the names of this version's migrations
 * @returns one line for each fault; empty when the database is consistent
 */
export async function examineDatabase(
  query: Query,
  known: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const schema = await examineSchema(query, known);
  // The remaining checks require the tables of this version.
  if (schema.length > 0) return schema;
  return [
    ...(await examineOrphans(query)),
    ...(await examineCounts(query, nowMs)),
    ...(await examineAudit(query)),
  ];
}

async function examineSchema(query: Query, known: readonly string[]): Promise<string[]> {
  const rows = await query<{ name: string }>('SELECT name FROM d1_migrations');
  const applied = new Set(rows.map(({ name }) => name));
  if (isBefore01(applied)) return [UPGRADE_HINT];
  const missing = known.filter((name) => !applied.has(name));
  const newer = [...applied].filter((name) => !known.includes(name));
  return [
    ...missing.map((name) => `The migration ${name} is not applied.`),
    ...newer.map((name) => `The migration ${name} is of a newer version.`),
  ];
}

async function examineOrphans(query: Query): Promise<string[]> {
  const faults: string[] = [];
  for (const [table, column, parent, key] of ORPHANS) {
    const n = await count(
      query,
      `SELECT count(*) AS n FROM ${table} WHERE ${column} NOT IN (SELECT ${key} FROM ${parent})`,
    );
    if (n > 0) faults.push(`${n} rows of ${table} have a ${column} that is not in ${parent}.`);
  }
  return faults;
}

async function examineCounts(query: Query, nowMs: number): Promise<string[]> {
  const hourAgoMs = nowMs - HOUR_MS;
  const questions: readonly [fault: string, sql: string][] = [
    [
      'sessions are past their end and have no outcome',
      `SELECT count(*) AS n FROM verification_sessions WHERE completed_at_ms IS NULL AND expires_at_ms < ${hourAgoMs}`,
    ],
    [
      'changes have been waiting for an hour to be made in ledgers too',
      `SELECT count(*) AS n FROM ledger_work WHERE created_at_ms < ${hourAgoMs}`,
    ],
    [
      // Overdue deliveries are counted from each ledger's last report; a ledger with overdue
      // deliveries reports every ten minutes.
      'deliveries have been due for an hour',
      `SELECT COALESCE(SUM(backlog ->> '$.overdue.count'), 0) AS n FROM ledger_volumes
       WHERE backlog IS NOT NULL AND backlog ->> '$.overdue.sinceMs' < ${hourAgoMs}
         AND backlog ->> '$.atMs' > ${hourAgoMs}`,
    ],
    [
      'mails have been unsent for an hour',
      `SELECT count(*) AS n FROM mails WHERE sent_at_ms IS NULL AND created_at_ms < ${hourAgoMs}`,
    ],
    [
      'sites have been waiting for an hour to learn of a sign-out',
      `SELECT count(*) AS n FROM logout_notices WHERE created_at_ms < ${hourAgoMs}`,
    ],
    [
      'grants were revoked an hour ago and have not ended',
      `SELECT count(*) AS n FROM grants WHERE revoked_at_ms < ${hourAgoMs} AND ended_at_ms IS NULL`,
    ],
    ['dead letters wait', 'SELECT count(*) AS n FROM dead_letters'],
    [
      'accounts more or less than their daily counts',
      'SELECT abs((SELECT count(*) FROM accounts) - (SELECT COALESCE(SUM(value), 0) FROM account_days)) AS n',
    ],
    [
      'audit entries have a digest although they did not move, or the reverse',
      'SELECT abs((SELECT count(*) FROM audit_digests) - (SELECT COALESCE(SUM(entries), 0) FROM audit_moved)) AS n',
    ],
    [
      'kinds of signing keys are missing, although tokens were issued',
      `SELECT count(*) AS n FROM (SELECT 'oidc' AS purpose WHERE EXISTS (SELECT 1 FROM grants)
         UNION ALL SELECT DISTINCT audience FROM staff JOIN staff_sessions ON staff_sessions.staff_id = staff.id) AS needed
       WHERE NOT EXISTS (SELECT 1 FROM signing_keys WHERE signing_keys.purpose = needed.purpose
         AND revoked_at_ms IS NULL AND active_from_ms <= ${nowMs})`,
    ],
  ];
  const faults: string[] = [];
  for (const [fault, sql] of questions) {
    const n = await count(query, sql);
    if (n > 0) faults.push(`${n} ${fault}.`);
  }
  return faults;
}

/**
 * Checks the chain of the audit log. Entries that are not linked yet are ignored, because the
 * ten-minute schedule will link them.
 */
async function examineAudit(query: Query): Promise<string[]> {
  let [lastId, head] = [0, CHAIN_START];
  for (;;) {
    const links = await query<AuditLink>(
      `SELECT entry_id, hash FROM audit_links WHERE entry_id > ${lastId} ORDER BY entry_id LIMIT ${LINKS_PER_READ}`,
    );
    const newestId = links.at(-1)?.entry_id;
    if (newestId === undefined) return [];
    const entries = await query<AuditRow>(
      `SELECT * FROM audit_entries WHERE id > ${lastId} AND id <= ${newestId} ORDER BY id`,
    );
    const digests = await query<StoredDigest>(
      `SELECT entry_id, digest FROM audit_digests WHERE entry_id > ${lastId} AND entry_id <= ${newestId}`,
    );
    const check = await checkChain(head, links, contentsOf(entries, digests));
    if (!check.ok) return [`The audit entry ${check.entryId} is ${check.fault}.`];
    [lastId, head] = [newestId, check.head];
  }
}

async function count(query: Query, sql: string): Promise<number> {
  const [row] = await query<{ n: number }>(sql);
  return row?.n ?? 0;
}
