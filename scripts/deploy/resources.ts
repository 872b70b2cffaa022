// Finds the database and the queues of an installation by name, or creates them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bundle.ts';
import type { Query } from '../operations/query.ts';
import type { Cloudflare } from './cloudflare.ts';
import { DATABASE } from './configuration.ts';
import type { Choices } from './settings.ts';

interface Database {
  uuid: string;
  name: string;
}

/** @returns the id of the database; undefined when there is none */
export async function findDatabase(
  cloudflare: Cloudflare,
  accountId: string,
): Promise<string | undefined> {
  const path = `/accounts/${accountId}/d1/database?name=${DATABASE}`;
  const found = await cloudflare.list<Database>(path, 'd1');
  return found.find(({ name }) => name === DATABASE)?.uuid;
}

/** @returns the id of the new database */
export async function makeDatabase(
  cloudflare: Cloudflare,
  { account_id: accountId, location }: Choices,
  print: (line: string) => void,
): Promise<string> {
  print(`Creating the database ${DATABASE} ...`);
  const where =
    location === 'eu' ? { jurisdiction: location } : { primary_location_hint: location };
  const body = { name: DATABASE, ...where };
  const made = await cloudflare.post<Database>(`/accounts/${accountId}/d1/database`, 'd1', body);
  return made.uuid;
}

/** @returns the queues that wrangler.toml names, including dead-letter queues */
export function queueNames(
  committed = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'),
): string[] {
  const named = committed.matchAll(/^(?:queue|dead_letter_queue) = "([^"]+)"$/gm);
  return [...new Set(Array.from(named, ([, name = '']) => name))];
}

/** @returns the queues that do not exist yet */
export async function missingQueues(cloudflare: Cloudflare, accountId: string): Promise<string[]> {
  const found = await cloudflare.list<{ queue_name: string }>(
    `/accounts/${accountId}/queues`,
    'queues',
  );
  const names = new Set(found.map(({ queue_name: name }) => name));
  return queueNames().filter((name) => !names.has(name));
}

/** Creates a queue, in the database's jurisdiction if it has one. */
export async function makeQueue(
  cloudflare: Cloudflare,
  { account_id: accountId, location }: Choices,
  name: string,
  print: (line: string) => void,
): Promise<void> {
  print(`Creating the queue ${name} ...`);
  const where = location === 'eu' ? { jurisdiction: location } : {};
  const body = { queue_name: name, ...where };
  await cloudflare.post(`/accounts/${accountId}/queues`, 'queues', body);
}

type Rows = { results?: unknown[] }[];

/**
 * Returns a function that reads and writes the database. The statements of one call are executed
 * atomically.
 */
export function openRemote(cloudflare: Cloudflare, accountId: string, databaseId: string): Query {
  const path = `/accounts/${accountId}/d1/database/${databaseId}/query`;
  return async <Row>(sql: string) => {
    const answers = await cloudflare.post<Rows>(path, 'd1', { sql });
    return (answers[0]?.results ?? []) as Row[];
  };
}

/** @returns whether the migrations have created tables */
export async function hasTables(query: Query): Promise<boolean> {
  const rows = await query<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'tenants'",
  );
  return rows.length > 0;
}
