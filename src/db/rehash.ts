// Rehashes an unchanged password with the current cost.
import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import type { accounts, staff } from './schema/index.ts';

/** The stored hash that a password was checked against, and its replacement. */
export interface Rehash {
  before: string | null;
  after: string;
}

/** Stores the new hash, unless the password has been changed since it was checked. */
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
