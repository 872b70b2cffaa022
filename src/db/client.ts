import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import * as schema from './schema/index.ts';

export type Database = DrizzleD1Database<typeof schema>;

/** @param binding the D1 binding; queries go straight to it, nothing is cached here */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding, { schema });
}
