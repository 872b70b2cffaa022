// Every test starts with empty storage and migrated tables. The migrations run once per process;
// afterwards one statement recreates the resulting tables, which is five times as fast.
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
  /** The SQL that creates the migrated tables. It is global so that it outlives the test file. */
  var migratedTables: string | undefined;
  var keysForgottenAtMs: number | undefined;
  var usedCounters: Set<string> | undefined;
  var accessLinesDropped: true | undefined;
}

dropAccessLines();

const MAX_RESETS = 5;
/**
 * How long cached signing keys are kept; well below the five minutes after which a key ring is read
 * again (key-ring.ts).
 */
const KEYS_REMEMBERED_MS = 2 * 60_000;

beforeEach(async () => {
  await forgetOldKeys();
  globalThis.migratedTables ??= await migrate();
  await startEmpty(globalThis.migratedTables);
  await rememberOwnKeys();
  await clearLimits();
});

/**
 * Test files share a process, so a faked clock would stay faked in the next file, and a test's own
 * webhook queue (webhook-world.ts) would take the messages that the next file waits for.
 */
afterEach(() => {
  vi.useRealTimers();
  const webhooks: Partial<Record<'sendBatch', unknown>> = env.WEBHOOKS;
  if (vi.isMockFunction(webhooks.sendBatch)) webhooks.sendBatch.mockRestore();
});

/**
 * Drops cached signing keys, which the emptied database no longer contains, before they expire. If
 * they expired during a test, tokens issued early in that test would no longer verify.
 */
async function forgetOldKeys(): Promise<void> {
  const nowMs = Date.now();
  globalThis.keysForgottenAtMs ??= nowMs;
  if (nowMs - globalThis.keysForgottenAtMs < KEYS_REMEMBERED_MS) return;
  globalThis.keysForgottenAtMs = nowMs;
  await forgetKeys();
}

/**
 * Drops the lines of the access log. Printing them for tens of thousands of requests took a
 * fifteenth of the processor time. A test that reads the lines replaces `console.log` with a spy.
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
 * Caches the process's own signing keys. Otherwise, a second deployment with a different
 * KEY_ENCRYPTION_KEY might create the keys in a test. The process would then cache keys that it
 * cannot decrypt, and still have them in later tests.
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
 * Empties the storage and creates the tables. Sometimes the first reset in a new test file has no
 * effect but a second one works. After a reset without effect, the tables still exist, so they
 * cannot be created.
 */
async function startEmpty(tables: string): Promise<void> {
  let cause: unknown;
  for (let resets = 0; resets < MAX_RESETS; resets += 1) {
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
 * Empties Durable Objects that resets left behind, as any reset in this process may on a busy
 * machine. Only objects that a later test uses under the same name matter: the counters for
 * networks and addresses, and the shards that record spent passes (since key pairs are reused; see
 * generate-pair.ts). Other objects have random names.
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

/**
 * @returns ids of the counters and shards that were looked up by name since the set was last
 *   emptied. Only these are cleared, because most leftover objects are never used again.
 */
function watchCounters(): Set<string> {
  if (globalThis.usedCounters !== undefined) return globalThis.usedCounters;
  const asked = new Set<string>();
  globalThis.usedCounters = asked;
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

/** @returns the statements that create the migrated schema in an empty database */
async function migrate(): Promise<string> {
  await reset();
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  const { results } = await env.DB.prepare(
    `SELECT sql FROM sqlite_master
     WHERE sql IS NOT NULL AND name <> 'd1_migrations' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
       AND NOT EXISTS (SELECT 1 FROM pragma_table_list AS list WHERE list.name = sqlite_master.name AND list.type = 'shadow')
     ORDER BY type = 'trigger', type = 'index', rowid`,
  ).all<{ sql: string }>();
  // Inserts that copy rows would find empty tables, so they are left out. The remaining inserts are
  // the settings of the search index.
  const inserts = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries).filter(
    (query) => /^(--.*\n|\s)*INSERT /.test(query) && !/\bSELECT\b/.test(query),
  );
  return [...results.map(({ sql }) => sql), ...inserts].join(';\n');
}
