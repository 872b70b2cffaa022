// Opens the local D1 database outside the service, and applies migrations in the same way as
// `wrangler d1 migrations apply`, so that either tool recognises the migrations that the other has
// applied.
import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import { getPlatformProxy, unstable_readConfig } from 'wrangler';
import { isBefore01 } from '../operations/migrations-before-0-1.ts';

interface LocalDatabase {
  database: D1Database;
  /** The secrets that wrangler.toml requires. */
  secrets: string[];
  close: () => Promise<void>;
}

const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** @param stateDirectory the same as wrangler's --persist-to */
export async function openLocalDatabase(stateDirectory: string): Promise<LocalDatabase> {
  // This configuration contains only the database, because the service's other bindings refer to
  // classes that exist only in the service.
  const folder = join(stateDirectory, 'demo');
  mkdirSync(folder, { recursive: true });
  const configPath = join(folder, 'database.json');
  const { name, compatibility_date, d1_databases, secrets } = unstable_readConfig({
    config: 'wrangler.toml',
  });
  writeFileSync(configPath, JSON.stringify({ name, compatibility_date, d1_databases }));
  const proxy = await getPlatformProxy<{ DB: D1Database }>({
    configPath,
    persist: { path: join(stateDirectory, 'v3') },
    remoteBindings: false,
    envFiles: [],
  });
  return { database: proxy.env.DB, secrets: secrets?.required ?? [], close: () => proxy.dispose() };
}

/**
 * Opens the database as openLocalDatabase does. If the database predates version 0.1, the demo
 * starts with a new one and keeps the old one next to it.
 */
export async function openDemoDatabase(stateDirectory: string): Promise<LocalDatabase> {
  const opened = await openLocalDatabase(stateDirectory);
  if (!isBefore01(await readJournal(opened.database))) return opened;
  await opened.close();
  const aside = join(stateDirectory, 'v3-before-0.1');
  renameSync(join(stateDirectory, 'v3'), aside);
  console.log(
    `The local database is from before 0.1. It is kept in ${relative(process.cwd(), aside)}, and the demo starts with a new one.`,
  );
  return openLocalDatabase(stateDirectory);
}

/** @returns the names of the applied migrations */
async function readJournal(database: D1Database): Promise<Set<string>> {
  await database.prepare(MIGRATIONS_TABLE).run();
  const { results } = await database
    .prepare('SELECT name FROM d1_migrations')
    .all<{ name: string }>();
  return new Set(results.map(({ name }) => name));
}

/**
 * @param names files of the folder `migrations`; all of them by default
 * @returns the names of the newly applied migrations
 */
export async function applyMigrations(
  database: D1Database,
  names: readonly string[] = readdirSync('migrations').filter((file) => file.endsWith('.sql')),
): Promise<string[]> {
  const applied = await readJournal(database);
  const pending = names.filter((file) => !applied.has(file)).toSorted();
  for (const file of pending) {
    // One batch is one transaction: a migration is either completely applied and recorded, or not
    // at all.
    await database.batch([
      ...splitStatements(readFileSync(join('migrations', file), 'utf8')).map((statement) =>
        database.prepare(statement),
      ),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
    ]);
  }
  return pending;
}

/** drizzle-kit marks the end of every statement but the last. */
function splitStatements(sql: string): string[] {
  return sql
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())
    .filter(Boolean);
}
