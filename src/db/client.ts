import type { D1Database } from '@cloudflare/workers-types';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import * as schema from './schema/index.ts';

export type Database = DrizzleD1Database<typeof schema>;

/** A query that has not run: several run as one transaction with runTogether. */
export type Statement = BatchItem<'sqlite'>;

/** @param binding the D1 binding; queries go straight to it, nothing is cached here */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding, { schema });
}

/** All or none: D1 runs a batch as one transaction. */
export async function runTogether(db: Database, statements: readonly Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}
