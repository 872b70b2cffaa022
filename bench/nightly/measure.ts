// Runs both schedules of src/background.ts on a seeded database, and measures each step.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../../src/config/config.ts';
import type { KeyVersions } from '../../src/crypto/key-versions.ts';
import { openDatabase } from '../../src/db/client.ts';
import { DAILY, FREQUENT } from '../../src/domain/operations/health/schedule.ts';
import { lastDays } from '../../src/domain/terms/locate-page.ts';
import { fillSessionCounts, migrate } from '../lists/fill.ts';
import { SETTINGS } from '../settings.ts';
import { BACKLOG_SESSIONS, eventOf, fillBacklog } from './backlog.ts';
import { newMeter, openLocalD1, type Meter } from './local-d1.ts';
import { seed } from './seed.ts';
import { standInObjects, standInQueues, type Calls } from './stand-ins.ts';

export interface MeasuredStep extends Meter, Calls {
  schedule: string;
  name: string;
  /**
   * The CPU time of the step and of SQLite together. On Cloudflare, the Worker is not billed for
   * SQLite.
   */
  cpuMs: number;
  /** The number of rows changed by statements, triggers and cascades. */
  rows: number;
  failed: boolean;
}

/**
 * The service is imported without its types, because they depend on the types of the Workers
 * runtime, whereas this file uses those of Node.
 */
const BACKGROUND = '../../src/background.ts';
const TOKENS = '../../src/crypto/capability-token.ts';
interface Background {
  runSchedule: (
    ctx: unknown,
    cron: string,
    around: (name: string, step: () => Promise<unknown>) => Promise<unknown>,
  ) => Promise<void>;
}

interface Tokens {
  importTokenKeys: (keys: KeyVersions) => Promise<unknown>;
}

const PREVIOUS_KEY = new Uint8Array(Buffer.alloc(32, 'bench-before'));

interface Measured {
  steps: MeasuredStep[];
  databaseBytes: number;
}

/**
 * Runs both schedules with the given number of sessions in the database, and with the work that is
 * due on an ordinary day.
 */
export const measureSchedules = (sessions: number): Promise<Measured> => measure(sessions, false);

/**
 * Runs both schedules when every step of the ten-minute schedule finds more work than one run can
 * do.
 */
export const measureBacklog = (): Promise<Measured> => measure(BACKLOG_SESSIONS, true);

async function measure(sessions: number, withBacklog: boolean): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'agate-nightly-'));
  const file = join(folder, 'd1.sqlite');
  const database = new DatabaseSync(file);
  try {
    const nowMs = Date.now();
    migrate(database);
    seed(database, sessions, nowMs);
    if (withBacklog) await fillBacklog(database, PREVIOUS_KEY, nowMs);
    const steps = await runBoth(database, nowMs, withBacklog);
    return { steps, databaseBytes: statSync(file).size };
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

async function runBoth(
  database: DatabaseSync,
  nowMs: number,
  withBacklog: boolean,
): Promise<MeasuredStep[]> {
  const { runSchedule } = (await import(BACKGROUND)) as Background;
  const { importTokenKeys } = (await import(TOKENS)) as Tokens;
  let meter = newMeter();
  const calls: Calls = { objects: 0, messages: 0 };
  const db = openDatabase(openLocalD1(database, () => meter));
  await fillSessionCounts(database, lastDays(nowMs, 182));
  // Makes yesterday's counts of every kind wrong, so that the nightly recount has a day to fix.
  const yesterday = lastDays(nowMs - 86_400_000, 1)[0] ?? '';
  for (const table of ['daily_counts', 'session_days', 'outcome_days', 'account_days'])
    database.exec(`UPDATE ${table} SET value = value + 1 WHERE day = '${yesterday}'`);
  const previous = { KEY_ENCRYPTION_KEY_PREVIOUS: Buffer.from(PREVIOUS_KEY).toString('base64') };
  const lists = { WALLET_STATUS_LISTS: 'refuse' };
  const config = readConfig({ ...SETTINGS, ...lists, ...(withBacklog && previous) });
  const tokenKeys = importTokenKeys(config.tokenKey);
  const ctx = {
    config,
    db,
    now: () => nowMs,
    tokenKeys: () => tokenKeys,
    objects: standInObjects(calls, (id) => (withBacklog ? eventOf(id, nowMs) : 'gone')),
    queues: standInQueues(calls),
    // Replaces the wallet Worker, so that no status list is ever loaded.
    wallet: {},
    defer: (work: Promise<unknown>) => void work.catch(() => undefined),
  };
  const changed = database.prepare('SELECT total_changes() AS rows');
  const rowsChanged = (): number => Number(changed.get()?.['rows'] ?? 0);
  const steps: MeasuredStep[] = [];
  for (const schedule of [FREQUENT, DAILY]) {
    const run = runSchedule(ctx, schedule, async (name, step) => {
      meter = newMeter();
      Object.assign(calls, { objects: 0, messages: 0 });
      const [rows, cpu] = [rowsChanged(), process.cpuUsage()];
      let failed = true;
      try {
        await step();
        failed = false;
      } finally {
        const { user, system } = process.cpuUsage(cpu);
        const cpuMs = (user + system) / 1000;
        steps.push({
          schedule,
          name,
          cpuMs,
          failed,
          rows: rowsChanged() - rows,
          ...calls,
          ...meter,
        });
      }
    });
    // A failed step is reported in the figures, so its error is ignored.
    await run.catch(() => undefined);
  }
  return steps;
}
