// The only function through which use cases run SQL. A use case decides which statements from
// different stores form one transaction.
import type { Database, Statement } from './client.ts';

/** Runs all statements or none: D1 executes a batch as one transaction. */
export async function runTogether(db: Database, statements: readonly Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}
