// Migrations on a database that is filled before the last of them.
import { readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** @param file of the folder `migrations` */
export function applyMigration(database: DatabaseSync, file: string): void {
  for (const statement of readFileSync(`migrations/${file}`, 'utf8').split(
    '--> statement-breakpoint',
  ))
    database.exec(statement);
}

/** All that come before a file, in their order. */
export function applyMigrationsBefore(database: DatabaseSync, file: string): void {
  const files = readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  for (const earlier of files.slice(0, files.indexOf(file))) applyMigration(database, earlier);
}
