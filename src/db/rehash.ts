// The same password at today's cost.
import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import type { accounts, staff } from './schema/index.ts';

/** Of a password: that which was confirmed, and what takes its place. */
export interface Rehash {
  before: string | null;
  after: string;
}

/** Nothing changes when another password came in between. */
export async function rehash(
  db: Database,
  table: typeof accounts | typeof staff,
  id: number,
  { before, after }: Rehash,
): Promise<void> {
  await db.run(
    sql`UPDATE ${table} SET password_hash = ${after} WHERE id = ${id} AND password_hash IS ${before}`,
  );
}
