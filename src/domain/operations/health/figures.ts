// Use case: reads the figures that an operator needs to find out why the service is not healthy.
import type { Context } from '../../../context.ts';
import { countDeadLetters } from '../../platform/dead-letters/dead-letters.ts';
import type { DeadLetterCount } from '../../platform/dead-letters/dead-letter.ts';
import type { UnusableList } from '../../platform/wallet-status/unusable-list.ts';
import { listOverdueTrustLists } from '../../platform/wallet-anchors/store.ts';
import { unusableLists } from '../../platform/wallet-status/unusable-lists.ts';
import { nextPublication, PURPOSES } from '../../platform/signing-keys/ring.ts';
import { checkAll, type Readiness } from './readiness.ts';
import { OVERDUE_MS, ringOf } from './rules.ts';
import type { ScheduleRun } from './schedule.ts';
import { readBacklog, type Backlog, type KeyAge } from './store.ts';

const DEAD_MAILS = 'agate-mail-dead';

interface QueueFigures {
  name: string;
  messages: number;
  oldestAtMs?: number;
}

interface KeyFigures extends KeyAge {
  state: 'active' | 'next' | 'retired' | 'revoked';
  /**
   * When the service will create the key's successor; undefined when the successor already exists.
   */
  nextPublishedMs?: number;
}

export interface HealthFigures extends Readiness {
  schedules: ScheduleRun[];
  queues: QueueFigures[];
  deadLetters: DeadLetterCount[];
  overdue: Backlog['overdue'];
  /**
   * Final failures: deliveries that the service gave up on in the last day, and unsent emails that
   * the queue gave up on.
   */
  failures: { deliveries: Backlog['givenUp']; mails: Backlog['givenUp'] };
  keys: KeyFigures[];
  walletLists: UnusableList[];
  /** Trust lists that were not renewed in time. */
  trustLists: { name: string; nextUpdateMs: number }[];
}

/** @throws any error from D1 or the queues, so that the operator sees it */
export async function readHealthFigures(ctx: Context): Promise<HealthFigures> {
  const nowMs = ctx.now();
  const [readiness, backlog, deadLetters, queues, walletLists, trustLists] = await Promise.all([
    checkAll(ctx),
    readBacklog(ctx.db, nowMs - OVERDUE_MS),
    countDeadLetters(ctx),
    readQueues(ctx),
    unusableLists(ctx),
    listOverdueTrustLists(ctx.db, nowMs),
  ]);
  return {
    ...readiness,
    schedules: backlog.runs,
    queues,
    deadLetters,
    overdue: backlog.overdue,
    failures: { deliveries: backlog.givenUp, mails: mailsOf(deadLetters) },
    keys: describeKeys(backlog.keys, nowMs),
    walletLists,
    trustLists,
  };
}

function mailsOf(letters: readonly DeadLetterCount[]): Backlog['givenUp'] {
  const found = letters.find(({ queue }) => queue === DEAD_MAILS);
  return found === undefined ? { count: 0 } : { count: found.count, oldestAtMs: found.oldestAtMs };
}

/**
 * Reads the length of each queue. A queued message may be waiting for its scheduled time, such as a
 * webhook that is retried hours later.
 */
async function readQueues(ctx: Context): Promise<QueueFigures[]> {
  const entries = Object.entries(ctx.queues).map(async ([name, queue]) => {
    const { backlogCount, oldestMessageTimestamp } = await queue.metrics();
    const oldestAtMs = oldestMessageTimestamp && new Date(oldestMessageTimestamp).getTime();
    return { name, messages: backlogCount, ...(oldestAtMs !== undefined && { oldestAtMs }) };
  });
  return Promise.all(entries);
}

function describeKeys(keys: readonly KeyAge[], nowMs: number): KeyFigures[] {
  const rings = PURPOSES.map((purpose) => ringOf(keys, purpose, nowMs));
  const [active, next] = [rings.map((ring) => ring.active), rings.map((ring) => ring.next)];
  const alone = rings.flatMap((ring) => (ring.next ? [] : (ring.active ?? [])));
  return keys
    .map((key): KeyFigures => {
      if (key.revokedAtMs !== null) return { ...key, state: 'revoked' };
      if (alone.includes(key))
        return { ...key, state: 'active', nextPublishedMs: nextPublication(key) };
      if (active.includes(key)) return { ...key, state: 'active' };
      return { ...key, state: next.includes(key) ? 'next' : 'retired' };
    })
    .toSorted((a, b) => a.purpose.localeCompare(b.purpose) || a.activeFromMs - b.activeFromMs);
}
