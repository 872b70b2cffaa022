import type { D1Database } from '@cloudflare/workers-types';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database;

/** A query that has not run: several run as one transaction with runTogether. */
export type Statement = BatchItem<'sqlite'>;

/**
 * Without the schema: relational queries are not used, and reading the tables' relations would cost each request
 * half a millisecond.
 * @param binding the D1 binding; queries go straight to it, nothing is cached here
 */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}

/** All or none: D1 runs a batch as one transaction. */
export async function runTogether(db: Database, statements: readonly Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}
