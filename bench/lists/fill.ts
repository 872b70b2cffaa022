// Fills a database quickly: first with rows, while it has neither indexes nor triggers, then with
// the counts that the triggers would have written.
import { readFileSync, readdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../src/db/client.ts';
import {
  dailyCountsOf,
  outcomeDaysOf,
  sessionDaysOf,
} from '../../src/domain/operations/analytics/recount-store.ts';
import { newMeter, openLocalD1 } from '../nightly/local-d1.ts';
import { COUNTING_STATEMENTS } from './counting-statements.ts';

/** The beginning of a statement in which `i` runs from 1 to `last`. */
export const numbers = (last: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.floor(last)})`;

/**
 * SQL for a deterministic pseudo-random number. The input is multiplied first, so that neighbouring
 * rows do not get similar values.
 */
export const scattered = (i: string): string => `((${i} * 2654435761) % 4294967296)`;

/** SQL for times spread evenly over the given number of days until now, oldest first. */
export const spread = (days: number, count: number, nowMs: number): string =>
  `${nowMs} - CAST((${count} - i) * ${(days * 86_400_000) / count} AS INTEGER)`;

export function migrate(database: DatabaseSync): void {
  const files = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  for (const name of files.toSorted()) database.exec(readFileSync(`migrations/${name}`, 'utf8'));
}

const namesOf = (database: DatabaseSync, type: string): Map<string, string> =>
  new Map(
    database
      .prepare('SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL')
      .all(type)
      .map(({ name, sql }) => [String(name), String(sql)]),
  );

/**
 * @param insert inserts the rows; it must not rely on triggers
 * @param sessionDays the days on which sessions started or ended, `YYYY-MM-DD`
 */
export async function fillFast(
  database: DatabaseSync,
  insert: () => void,
  sessionDays: readonly string[],
): Promise<void> {
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -2000000',
  );
  const [triggers, indexes] = [namesOf(database, 'trigger'), namesOf(database, 'index')];
  for (const name of triggers.keys()) database.exec(`DROP TRIGGER ${name}`);
  for (const name of indexes.keys()) database.exec(`DROP INDEX ${name}`);
  database.exec('BEGIN');
  insert();
  database.exec('COMMIT');
  for (const sql of indexes.values()) database.exec(sql);
  database.exec("INSERT INTO account_search (account_search) VALUES ('rebuild')");
  await fillSessionCounts(database, sessionDays);
  for (const sql of COUNTING_STATEMENTS) database.exec(sql);
  for (const sql of triggers.values()) database.exec(sql);
}

/** Counts the sessions of the given days with the queries of the nightly recount. */
export async function fillSessionCounts(
  database: DatabaseSync,
  days: readonly string[],
): Promise<void> {
  const meter = newMeter();
  const db = openDatabase(openLocalD1(database, () => meter));
  for (const day of days)
    for (const recount of [dailyCountsOf(day), sessionDaysOf(day), outcomeDaysOf(day)])
      await recount.replace(db);
}
