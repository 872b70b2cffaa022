// Runs a list through its use case, on a D1 binding over node:sqlite, and measures the CPU time of
// the whole call.
import type { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/client.ts';
import { newMeter, openLocalD1 } from '../nightly/local-d1.ts';
import { quantile } from '../report.ts';
import { SETTINGS } from '../settings.ts';

/** The members of the context that the lists' use cases read. */
export interface ListContext {
  config: ReturnType<typeof readConfig>;
  db: ReturnType<typeof openDatabase>;
  now: () => number;
  tokenKeys: () => Promise<unknown>;
  objects: { ledger: () => object };
}

export interface Slice {
  offset: number;
  limit: number;
}

/**
 * A use case, imported without its types, because use cases use the types of the Workers runtime
 * and this file uses those of Node.
 */
type UseCase<T = unknown> = (ctx: unknown, ...given: unknown[]) => Promise<T>;

/** @param file a path below src/domain, without its extension */
export async function useCase<T>(file: string, name: string): Promise<UseCase<T>> {
  const module = (await import(`../../src/domain/${file}.ts`)) as Record<string, UseCase<T>>;
  const found = module[name];
  if (found === undefined) throw new Error(`${file} has no ${name}.`);
  return found;
}

const TOKENS = '../../src/crypto/capability-token.ts';
interface Tokens {
  importTokenKeys: (keys: ReturnType<typeof readConfig>['tokenKey']) => Promise<unknown>;
}

/** @param ledger the volume that is used for every ledger */
export async function contextOn(database: DatabaseSync, ledger: object = {}): Promise<ListContext> {
  const { importTokenKeys } = (await import(TOKENS)) as Tokens;
  const config = readConfig(SETTINGS);
  const tokenKeys = importTokenKeys(config.tokenKey);
  const meter = newMeter();
  return {
    config,
    db: openDatabase(openLocalD1(database, () => meter)),
    now: () => Date.now(),
    tokenKeys: () => tokenKeys,
    objects: { ledger: () => ledger },
  };
}

const WARM_UPS = 3;
const RUNS = 15;

/**
 * @returns the median CPU time of all threads in milliseconds, including SQLite, Drizzle and the
 *   use case itself
 */
export async function measure(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = -WARM_UPS; n < RUNS; n += 1) {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    if (n >= 0) times.push((user + system) / 1000);
  }
  return quantile(times, 0.5);
}
