// Measures how much space one customer's figures for one day take up, by the number of checks on
// that day. The triggers of a migrated database write the rows. Figures are kept forever: first in
// D1 and, after a few days, in the customer's ledger (D-178, D-181). What is billed stays in D1.
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../src/db/client.ts';
import { freezeDays } from '../../src/domain/operations/analytics/outcome-store.ts';
import { sumUnsummedDays } from '../../src/domain/operations/analytics/platform-store.ts';
import { migrate } from '../lists/fill.ts';
import { newMeter, openLocalD1 } from '../nightly/local-d1.ts';

/** One customer's figures for one day. */
export interface DayOfFigures {
  checks: number;
  /** The size of the row that stays in D1, with its index entry. */
  bytes: number;
  /**
   * The size of the rows that stay in D1 for all customers together, with their index entries: the
   * sums over all customers, and the counts that have moved out of customers' own rows.
   */
  commonBytes: number;
  /** The size of the rows that leave D1 after a few days, with their index entries. */
  leavingBytes: number;
  /**
   * The size of the ledger row into which the rows that leave D1 are merged, with its index entry.
   */
  ledgerBytes: number;
}

/** The numbers of checks per day for which sizes are measured. */
const CHECKS = [10, 100, 1_000, 10_000, 100_000];
const LEAVING = ['daily_counts', 'outcome_days', 'session_days'];
/** An id as long as those of customers. */
const CUSTOMER = 'ten_000000000001';
/**
 * The size of a part's number, id and day in a ledger, and of its entry in the index by
 * day.
 */
const PART_BYTES = 70;
/**
 * Rows fill three quarters of their pages, as in the storm runs on which docs/capacity.md is based.
 */
export const FILLED = 0.75;

const DAY_MS = 86_400_000;
const FROM_MS = Date.UTC(2026, 10, 20);
const COUNTRIES = 'DEFRNLUSGBESITPLBRJPATCHBESENODKFIPTIECZ';

/**
 * Inserts checks from 20 countries. They take between 8 s and 3 min, about half of them less than
 * half a minute.
 */
const INSERT = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :checks),
  drawn AS (SELECT i, (i * 7919 % 1000) / 1000.0 AS a, (i * 104729 % 1000) / 1000.0 AS b FROM n)
  INSERT INTO verification_sessions (id, tenant_id, test, version, status, reason, purpose,
    verification_mode, verification_type, gate, risk, ip_country, created_at_ms, completed_at_ms,
    expires_at_ms, funnel)
  SELECT i, '${CUSTOMER}', 0, 3,
    CASE WHEN i % 20 < 14 THEN 'success' WHEN i % 20 < 17 THEN 'failed'
      WHEN i % 20 = 17 THEN 'canceled' ELSE 'expired' END,
    CASE WHEN i % 20 BETWEEN 14 AND 16 THEN substr('age live face', 1 + 5 * (i % 3), 4) END, 'age', 'auto',
    CASE WHEN i % 10 < 7 THEN 'age_check' WHEN i % 10 < 9 THEN 'document' ELSE 'wallet' END, 18,
    CASE i % 4 WHEN 2 THEN 'medium' WHEN 3 THEN 'high' ELSE 'low' END,
    substr('${COUNTRIES}', 1 + 2 * CAST(20 * b * b AS INTEGER), 2),
    ${FROM_MS} + i * ${DAY_MS} / :checks,
    ${FROM_MS} + i * ${DAY_MS} / :checks + CAST(8000 + 170000 * a * a * a AS INTEGER),
    ${FROM_MS} + i * ${DAY_MS} / :checks + 900000,
    json_object('days', json_array(json_array('2026-11-20', i % 7 + 1)), 'steps', json_array())
  FROM drawn`;

export async function measureFigures(): Promise<DayOfFigures[]> {
  const measured: DayOfFigures[] = [];
  for (const checks of CHECKS) {
    const database = new DatabaseSync(':memory:');
    try {
      migrate(database);
      database.exec(`INSERT INTO tenants (id, name, created_at_ms) VALUES ('${CUSTOMER}', 'A', 1)`);
      const before = bytesOf(database, LEAVING);
      database.prepare(INSERT).run({ checks });
      const leavingBytes = (bytesOf(database, LEAVING) - before) / FILLED;
      const ledgerBytes = await partBytes(database);
      const bytes = bytesOf(database, ['billed_days']) / FILLED;
      const commonBytes = (bytesOf(database, ['daily_counts']) - before) / FILLED;
      measured.push({ checks, bytes, commonBytes, leavingBytes, ledgerBytes });
    } finally {
      database.close();
    }
  }
  return measured;
}

/**
 * Merges the day's figures into a part, as the schedule does, and returns how many bytes the part
 * takes up in a ledger.
 */
async function partBytes(database: DatabaseSync): Promise<number> {
  const db = openDatabase(openLocalD1(database, newMeter));
  await sumUnsummedDays(db, 10);
  await freezeDays(db, { beforeDay: '9999', limit: 10, nowMs: FROM_MS });
  const row = database.prepare('SELECT sum(length(outcomes)) AS bytes FROM outcome_parts').get();
  return (Number(row?.['bytes']) + PART_BYTES) / FILLED;
}

/** Adds up the payload of the tables and their indexes. */
export function bytesOf(database: DatabaseSync, tables: readonly string[]): number {
  const row = database
    .prepare(
      `SELECT coalesce(sum(payload), 0) AS bytes FROM dbstat WHERE name IN (
         SELECT name FROM sqlite_master WHERE tbl_name IN (SELECT value FROM json_each(?)))`,
    )
    .get(JSON.stringify(tables));
  return Number(row?.['bytes']);
}
