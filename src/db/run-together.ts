// The one way to run SQL that is open to use cases: which statements of several stores are one transaction is theirs to say.
import type { Database, Statement } from './client.ts';

/** Runs all or none: D1 executes a batch as one transaction. */
export async function runTogether(db: Database, statements: readonly Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}
