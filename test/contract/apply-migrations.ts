// Creates in-memory databases with this version's tables.
import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Names of the files in the folder `migrations`, in order. */
export const MIGRATIONS: readonly string[] = readdirSync('migrations')
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

export function newMigratedDatabase(names = MIGRATIONS): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database, names);
  return database;
}

export function migrate(database: DatabaseSync, names: readonly string[]): void {
  for (const name of names) database.exec(readFileSync(`migrations/${name}`, 'utf8'));
}
