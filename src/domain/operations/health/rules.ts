// The rules that determine whether the service is healthy. Pure; times are in ms.
import { DAY_MS, MINUTE_MS } from '../../../time/durations.ts';
import { OBJECT_BYTES } from '../../platform/ledgers/volume.ts';
import { arrangeRing, PURPOSES, ROTATION_MS } from '../../platform/signing-keys/ring.ts';
import type { LedgerReading } from './ledgers.ts';
import { PERIOD_MS, type ScheduleRun } from './schedule.ts';
import type { Backlog, KeyAge } from './store.ts';

export type HealthCondition = 'ok' | 'degraded' | 'down';

/** The parts that are checked (D-67). */
export interface Checks {
  d1: HealthCondition;
  objects: HealthCondition;
  queues: HealthCondition;
  keys: HealthCondition;
  schedule: HealthCondition;
  face: HealthCondition;
  documents: HealthCondition;
  wallet: HealthCondition;
  /**
   * The status lists in which issuers of wallet credentials mark revoked ones, and the trust lists.
   */
  wallet_lists: HealthCondition;
  /** Free space in the database. */
  storage: HealthCondition;
  /** Free space in the largest ledger volumes, and whether they respond. */
  ledgers: HealthCondition;
}

/** The parts that /status reports, from the public's point of view. */
export type PublicPart = 'checks' | 'documents' | 'accounts' | 'messages';
export type PublicState = 'works' | 'delayed' | 'fails';

/**
 * Derives the public status from the checks. A Worker that is not bound, or a problem that concerns
 * only operators, does not affect it; if work is overdue, messages are reported as delayed.
 */
export function publicStatus(
  { checks, isBehind }: { checks: Checks; isBehind: boolean },
  { readsDocuments }: { readsDocuments: boolean },
): (readonly [PublicPart, PublicState])[] {
  const unless = (...needed: readonly HealthCondition[]): PublicState =>
    needed.includes('down') ? 'fails' : 'works';
  const isPrompt = !isBehind && checks.queues !== 'down' && checks.schedule !== 'down';
  return [
    ['checks', unless(checks.objects, checks.face)],
    ...(readsDocuments ? [['documents', unless(checks.documents, checks.face)] as const] : []),
    ['accounts', unless(checks.d1, checks.keys)],
    ['messages', isPrompt ? 'works' : 'delayed'],
  ];
}

/**
 * How long work may be due before it counts as overdue. A sweep picks up unfinished work every ten
 * minutes, so several sweeps have missed overdue work.
 */
export const OVERDUE_MS = 30 * MINUTE_MS;
/**
 * Rotation runs daily: a key may be this much older than D-33 specifies before it counts as late.
 */
const LATE_ROTATION_MS = 2 * DAY_MS;

/**
 * Determines the overall condition: down as soon as one check is down, because some promised part
 * of the service then does not work.
 */
export function overall(checks: Checks): HealthCondition {
  const conditions = Object.values(checks) as HealthCondition[];
  if (conditions.includes('down')) return 'down';
  return conditions.includes('degraded') ? 'degraded' : 'ok';
}

/**
 * Returns `degraded` when a step failed or a schedule has not run for two periods; `down` after six
 * periods, because the schedule has then stopped firing.
 */
export function judgeSchedule(runs: readonly ScheduleRun[], nowMs: number): HealthCondition {
  const conditions = Object.entries(PERIOD_MS).map(([cron, periodMs]): HealthCondition => {
    const run = runs.find((one) => one.cron === cron);
    if (run === undefined) return 'degraded';
    const agoMs = nowMs - run.startedAtMs;
    if (agoMs > 6 * periodMs) return 'down';
    return agoMs > 2 * periodMs || run.failed.length > 0 ? 'degraded' : 'ok';
  });
  return worst(conditions);
}

const NEARLY_FULL = 0.7;
const FULL = 0.95;

/**
 * Returns `down` for a nearly full database, because a full one refuses every write; `degraded`
 * from 70 %, while there is still time to find out what is growing.
 * @param sizeBytes undefined when unknown
 */
export function judgeStorage(sizeBytes: number | undefined, limitBytes: number): HealthCondition {
  const share = (sizeBytes ?? 0) / limitBytes;
  if (share >= FULL) return 'down';
  return share >= NEARLY_FULL ? 'degraded' : 'ok';
}

/**
 * Judges each volume's size like the database's: a full volume refuses every write by its customer,
 * but grows that large only while D1 cannot open the next volume. A volume that does not respond
 * counts as degraded, because it affects only one customer.
 * @param readings undefined when unknown
 */
export function judgeLedgers(readings: readonly LedgerReading[] | undefined): HealthCondition {
  if (readings === undefined) return 'degraded';
  const conditions = readings.flatMap(({ bytes, answerMs }): HealthCondition[] => [
    judgeStorage(bytes, OBJECT_BYTES),
    answerMs === undefined ? 'degraded' : 'ok',
  ]);
  return worst(conditions);
}

/** Returns `degraded` when key rotation is late in any ring. */
export function judgeKeys(keys: readonly KeyAge[], nowMs: number): HealthCondition {
  const late = PURPOSES.some((purpose) => {
    const { active, next } = ringOf(keys, purpose, nowMs);
    if (active === undefined || next !== undefined) return false;
    return nowMs > active.activeFromMs + ROTATION_MS + LATE_ROTATION_MS;
  });
  return late ? 'degraded' : 'ok';
}

export const ringOf = (keys: readonly KeyAge[], purpose: KeyAge['purpose'], nowMs: number) =>
  arrangeRing(
    keys.filter((key) => key.purpose === purpose),
    nowMs,
  );

/**
 * Whether there is overdue work. Work that a queue gave up on, such as an email that no server
 * accepts, does not count.
 */
export const isBehind = ({ overdue }: Pick<Backlog, 'overdue'>): boolean =>
  Object.values(overdue).some(({ count }) => count > 0);

export const worst = (conditions: readonly HealthCondition[]): HealthCondition =>
  conditions.find((one) => one === 'down') ?? conditions.find((one) => one === 'degraded') ?? 'ok';
