import type { D1Database, D1DatabaseSession } from '@cloudflare/workers-types';
import type { SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import { limitWaiting } from './patient.ts';

export type Database = DrizzleD1Database & { $client: D1Database };

/** A query that has not run yet; runTogether (run-together.ts) runs several as one transaction. */
export type Statement = BatchItem<'sqlite'>;

/** An SQL predicate that decides whether a statement has any effect. */
export type Condition = SQL;

/** The timeout for queue consumers and scheduled jobs, longer than D1's own statement timeout. */
const PATIENCE_MS = 45_000;

/**
 * Opens the database without the schema: relational queries are not used, and resolving the tables'
 * relations would cost each request half a millisecond.
 * @param binding the D1 binding, or a session on it; each call creates a new database object
 * @param patienceMs the timeout for each response from the database
 */
export function openDatabase(
  binding: D1Database | D1DatabaseSession,
  patienceMs: number = PATIENCE_MS,
): Database {
  // Drizzle only uses methods of the binding that sessions also have.
  return drizzle(limitWaiting(binding, patienceMs) as D1Database);
}

/**
 * Runs a trivial query.
 * @returns the size of the database, in bytes
 * @throws whatever D1 throws
 */
export async function readSize(binding: D1Database): Promise<number> {
  const { meta } = await binding.prepare('SELECT 1').run();
  return meta.size_after;
}

/**
 * Runs all statements or none: D1 executes a batch as one transaction.
 * @param before run first, in this order
 * @param main the statement whose result is returned
 * @param after run last, in this order
 * @returns the result of `main`
 */
export async function batchAround<Main extends Statement>(
  db: Database,
  before: readonly Statement[],
  main: Main,
  after: readonly Statement[],
): Promise<Main['_']['result']> {
  const [first = main, ...rest]: Statement[] = [...before, main, ...after];
  const results: unknown[] = await db.batch([first, ...rest]);
  return results[before.length];
}
