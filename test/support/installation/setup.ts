// Every test begins with empty storage and the tables that the migrations make. The migrations run once for each
// process; afterwards the tables they left are made again in one statement, which is five times as quick.
import {
  applyD1Migrations,
  listDurableObjectIds,
  reset,
  runInDurableObject,
  type D1Migration,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, vi } from 'vitest';
import { rotateKeys, signingKey } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import { PURPOSES } from '../../../src/domain/platform/signing-keys/ring.ts';
import { makeContext } from './context.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
  /** The SQL that makes the migrated tables; it outlives the test file. */
  var migratedTables: string | undefined;
  var keysForgottenAtMs: number | undefined;
  var countersAsked: Set<string> | undefined;
  var accessLinesDropped: true | undefined;
}

dropAccessLines();

const MOST_RESETS = 5;
/** Well below the five minutes after which a ring is read again (key-ring.ts). */
const KEYS_REMEMBERED_MS = 2 * 60_000;

beforeEach(async () => {
  await forgetOldKeys();
  globalThis.migratedTables ??= await migrate();
  await startEmpty(globalThis.migratedTables);
  await rememberOwnKeys();
  await clearLimits();
});

/** Files share a process: a clock that stands still would stand still in the next one. */
afterEach(() => {
  vi.useRealTimers();
});

/**
 * The process remembers signing keys that the emptied database no longer has. Were they read again in the middle of a
 * test, the tokens it began with would be signed by nobody.
 */
async function forgetOldKeys(): Promise<void> {
  const nowMs = Date.now();
  globalThis.keysForgottenAtMs ??= nowMs;
  if (nowMs - globalThis.keysForgottenAtMs < KEYS_REMEMBERED_MS) return;
  globalThis.keysForgottenAtMs = nowMs;
  await forgetKeys();
}

/**
 * A line for each of tens of thousands of requests would go to the reporter, which took a fifteenth of the processor's work.
 * Whoever reads them puts a spy in the place of `console.log`.
 */
function dropAccessLines(): void {
  if (globalThis.accessLinesDropped) return;
  globalThis.accessLinesDropped = true;
  const { log } = console;
  console.log = (...values: unknown[]) => {
    if (typeof values[0] !== 'string' || !values[0].startsWith('{"request_id":')) log(...values);
  };
}

async function forgetKeys(): Promise<void> {
  for (const purpose of PURPOSES) await rotateKeys(makeContext(), purpose);
}

/**
 * Had a test a second deployment with another KEY_ENCRYPTION_KEY and the process no keys, that one would make them, and the
 * process would remember keys that it cannot open, for the next tests too.
 */
async function rememberOwnKeys(): Promise<void> {
  const canSign = () => Promise.all(PURPOSES.map((purpose) => signingKey(makeContext(), purpose)));
  await canSign().catch(async () => {
    await forgetKeys();
    await canSign();
  });
  await env.DB.prepare('DELETE FROM signing_keys').run();
}

/**
 * Now and then, after the last test of another file, a reset leaves everything as it was and the next one does not.
 * Tables that still exist then cannot be made.
 */
async function startEmpty(tables: string): Promise<void> {
  let cause: unknown;
  for (let resets = 0; resets < MOST_RESETS; resets += 1) {
    await reset();
    try {
      await env.DB.prepare(tables).run();
      return;
    } catch (error) {
      cause = error;
    }
  }
  throw new Error('The storage of the test before could not be emptied.', { cause });
}

/**
 * On a machine that is too busy a reset may leave Durable Objects, and then every later one of this process does. Only
 * those that a later test asks for by the same name matter: counters of networks and addresses, and the parts where passes
 * are spent, since the pairs of keys come again (generate-pair.ts). The names of other objects are random.
 */
async function clearLimits(): Promise<void> {
  const asked = watchCounters();
  if (asked.size === 0) return;
  const stale = async (namespace: DurableObjectNamespace<any>) =>
    (await listDurableObjectIds(namespace)).filter((id) => asked.has(String(id)));
  const [counters, parts] = [await stale(env.RATE_LIMITER), await stale(env.SPENT_PASSES)];
  asked.clear();
  await Promise.all([
    ...counters.map((id) => env.RATE_LIMITER.get(id).clear()),
    ...parts.map((id) =>
      runInDurableObject(env.SPENT_PASSES.get(id), (_object, { storage }) => {
        if (
          storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'spent'").toArray().length > 0
        )
          storage.sql.exec('DELETE FROM spent');
      }),
    ),
  ]);
}

/** @returns ids of the named objects that were asked for since the set was emptied: most of those that are left never are again */
function watchCounters(): Set<string> {
  if (globalThis.countersAsked !== undefined) return globalThis.countersAsked;
  const asked = new Set<string>();
  globalThis.countersAsked = asked;
  for (const namespace of [env.RATE_LIMITER, env.SPENT_PASSES]) {
    const idFromName = namespace.idFromName.bind(namespace);
    namespace.idFromName = (name) => {
      const id = idFromName(name);
      asked.add(String(id));
      return id;
    };
  }
  return asked;
}

/** @returns the statements that make what the migrations make, for an empty database */
async function migrate(): Promise<string> {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  const { results } = await env.DB.prepare(
    `SELECT sql FROM sqlite_master
     WHERE sql IS NOT NULL AND name <> 'd1_migrations' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
       AND NOT EXISTS (SELECT 1 FROM pragma_table_list AS list WHERE list.name = sqlite_master.name AND list.type = 'shadow')
     ORDER BY type = 'trigger', type = 'index', rowid`,
  ).all<{ sql: string }>();
  // Rows are copied from tables without any; what is left are the settings of the search's index.
  const inserts = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries).filter(
    (query) => /^(--.*\n|\s)*INSERT /.test(query) && !/\bSELECT\b/.test(query),
  );
  return [...results.map(({ sql }) => sql), ...inserts].join(';\n');
}
