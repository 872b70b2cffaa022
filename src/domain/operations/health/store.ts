// SQL for health: when schedules ran, and which work is overdue (overdue-store.ts).
import type { Database } from '../../../db/client.ts';
import { scheduleRuns, signingKeys } from '../../../db/schema/index.ts';
import {
  countDue,
  dueAuditEntries,
  dueDeletions,
  dueDeliveries,
  dueGrants,
  dueLogoutNotices,
  dueMails,
  dueSessions,
  givenUpDeliveries,
} from './overdue-store.ts';
import type { ScheduleRun } from './schedule.ts';

/** Work that should be done already. */
interface Overdue {
  /** At most the limit of counting (overdue-store.ts). */
  count: number;
  /** The due time of the oldest item counted, ms since the epoch. */
  oldestAtMs?: number;
}

export interface KeyAge {
  kid: string;
  purpose: (typeof signingKeys.$inferSelect)['purpose'];
  activeFromMs: number;
  revokedAtMs: number | null;
}

/** The state of background work, from the database. */
export interface Backlog {
  runs: ScheduleRun[];
  keys: KeyAge[];
  overdue: {
    /**
     * Attempts that are due at enabled endpoints and do not wait for an earlier event of the
     * session.
     */
    deliveries: Overdue;
    /** Without emails that the queue gave up on, which are dead letters. */
    mails: Overdue;
    /** Rows of sessions past their expiry whose outcome has not arrived. */
    sessions: Overdue;
    /** Audit entries that are not chained yet. */
    auditEntries: Overdue;
    /** Sites that have not been notified of a sign-out yet. */
    logoutNotices: Overdue;
    /** Revoked grants whose objects do not know of the revocation yet. */
    grants: Overdue;
    /** Accounts that still exist although their grace period is over. */
    accountDeletions: Overdue;
  };
  /** Deliveries that the service gave up on in the last day. */
  givenUp: Overdue;
}

export async function upsertRun(
  db: Database,
  { cron, startedAtMs, finishedAtMs, failed }: Omit<ScheduleRun, 'succeededAtMs'>,
): Promise<void> {
  const values = {
    started_at_ms: startedAtMs,
    finished_at_ms: finishedAtMs,
    failed: JSON.stringify(failed),
    ...(failed.length === 0 && { succeeded_at_ms: finishedAtMs }),
  };
  await db
    .insert(scheduleRuns)
    .values({ cron, ...values })
    .onConflictDoUpdate({ target: scheduleRuns.cron, set: values });
}

/**
 * @param dueMs work due by then counts as overdue; deliveries that were given up are counted if
 *   they were due in the day before it or later
 */
export async function readBacklog(db: Database, dueMs: number): Promise<Backlog> {
  const [runs, keys, deliveries, mails, sessions, audits, notices, grants, deletions, givenUp] =
    await db.batch(backlogQueries(db, dueMs));
  return {
    runs: runs.map((row) => ({
      cron: row.cron,
      startedAtMs: row.started_at_ms,
      finishedAtMs: row.finished_at_ms,
      failed: JSON.parse(row.failed) as string[],
      ...(row.succeeded_at_ms !== null && { succeededAtMs: row.succeeded_at_ms }),
    })),
    keys,
    overdue: {
      deliveries: toOverdue(deliveries),
      mails: toOverdue(mails),
      sessions: toOverdue(sessions),
      auditEntries: toOverdue(audits),
      logoutNotices: toOverdue(notices),
      grants: toOverdue(grants),
      accountDeletions: toOverdue(deletions),
    },
    givenUp: toOverdue(givenUp),
  };
}

/** Exported for the test of the query plans. */
export function backlogQueries(db: Database, dueMs: number) {
  return [
    db.select().from(scheduleRuns),
    selectKeys(db),
    countDue(db, dueDeliveries(db, dueMs)),
    countDue(db, dueMails(db, dueMs)),
    countDue(db, dueSessions(db, dueMs)),
    countDue(db, dueAuditEntries(db, dueMs)),
    countDue(db, dueLogoutNotices(db, dueMs)),
    countDue(db, dueGrants(db, dueMs)),
    countDue(db, dueDeletions(db, dueMs)),
    countDue(db, givenUpDeliveries(db, dueMs)),
  ] as const;
}

const selectKeys = (db: Database) =>
  db
    .select({
      kid: signingKeys.kid,
      purpose: signingKeys.purpose,
      activeFromMs: signingKeys.active_from_ms,
      revokedAtMs: signingKeys.revoked_at_ms,
    })
    .from(signingKeys);

const toOverdue = ([row]: { count: number; oldestAtMs: number | null }[]): Overdue => ({
  count: row?.count ?? 0,
  ...(typeof row?.oldestAtMs === 'number' && { oldestAtMs: row.oldestAtMs }),
});
