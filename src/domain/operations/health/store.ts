// SQL of health: when schedules ran, and what waits longer than it should (overdue-store.ts).
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

/** What should be done already. */
interface Overdue {
  /** At most as many as are counted (overdue-store.ts). */
  count: number;
  /** Of those counted: ms since the epoch. */
  oldestAtMs?: number;
}

export interface KeyAge {
  kid: string;
  purpose: (typeof signingKeys.$inferSelect)['purpose'];
  activeFromMs: number;
  revokedAtMs: number | null;
}

/** What the database says about the work that is behind requests. */
export interface Backlog {
  runs: ScheduleRun[];
  keys: KeyAge[];
  overdue: {
    /** Attempts that are due, at enabled endpoints, with no earlier event of the session before them. */
    deliveries: Overdue;
    /** Without those that the queue gave up, which are dead letters. */
    mails: Overdue;
    /** Rows of sessions past their end, whose outcome has not arrived. */
    sessions: Overdue;
    /** Audit entries that are not chained yet. */
    auditEntries: Overdue;
    /** Sites that were not notified of a sign-out yet. */
    logoutNotices: Overdue;
    /** Grants that are revoked, and whose objects do not know it. */
    grants: Overdue;
    /** Accounts whose days of grace are over, and which are still there. */
    accountDeletions: Overdue;
  };
  /** Deliveries that were given up in the last day. */
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

/** @param dueMs what was due by then counts as overdue, and what was given up was due in the day before or later */
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

/** Exported for the test of their plans. */
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
