// What counts as healthy. Pure; times in ms.
import { DAY_MS, MINUTE_MS } from '../../../time/durations.ts';
import { arrangeRing, PURPOSES, ROTATION_MS } from '../../platform/signing-keys/ring.ts';
import { PERIOD_MS, type ScheduleRun } from './schedule.ts';
import type { Backlog, KeyAge } from './store.ts';

export type HealthCondition = 'ok' | 'degraded' | 'down';

/** What is checked (D-67). */
export interface Checks {
  d1: HealthCondition;
  objects: HealthCondition;
  queues: HealthCondition;
  keys: HealthCondition;
  schedule: HealthCondition;
  face: HealthCondition;
  documents: HealthCondition;
  wallet: HealthCondition;
  /** Of what issuers of wallets' credentials have withdrawn. */
  wallet_lists: HealthCondition;
  /** Room in the database. */
  storage: HealthCondition;
}

/** What people come for, as /status says it. */
export type PublicPart = 'checks' | 'documents' | 'accounts' | 'messages';
export type PublicState = 'works' | 'delayed' | 'fails';

/**
 * What people notice of the checks. A Worker that is not bound, or work that only operators must look at, is nothing they
 * notice; what waits in a queue is late.
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

/** A sweep repeats what was left behind every ten minutes: what is older than that was not repeated. */
export const OVERDUE_MS = 30 * MINUTE_MS;
/** Rotation is daily: a key may be this much older than D-33 says before it is late. */
const LATE_ROTATION_MS = 2 * DAY_MS;

/** Down as soon as one check is: then something that the service promises does not work. */
export function overall(checks: Checks): HealthCondition {
  const conditions = Object.values(checks) as HealthCondition[];
  if (conditions.includes('down')) return 'down';
  return conditions.includes('degraded') ? 'degraded' : 'ok';
}

/** Two periods without a run, or a failed step, are a fault; six periods mean that nothing fires. */
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
 * A full database refuses every write, everybody's at once. At 70 % there is time to shorten what is kept.
 * @param sizeBytes undefined: not known
 */
export function judgeStorage(sizeBytes: number | undefined, limitBytes: number): HealthCondition {
  const share = (sizeBytes ?? 0) / limitBytes;
  if (share >= FULL) return 'down';
  return share >= NEARLY_FULL ? 'degraded' : 'ok';
}

/** Every ring signs with a key that is not late to be replaced. */
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

/** Work that is still to be done and should be. What a queue gave up, such as a mail that no server takes, is none. */
export const isBehind = ({ overdue }: Pick<Backlog, 'overdue'>): boolean =>
  Object.values(overdue).some(({ count }) => count > 0);

export const worst = (conditions: readonly HealthCondition[]): HealthCondition =>
  conditions.find((one) => one === 'down') ?? conditions.find((one) => one === 'degraded') ?? 'ok';
