// SQL for health: when schedules ran, and which work is overdue (overdue-store.ts).
import type { Database } from '../../../db/client.ts';
import { scheduleRuns, signingKeys } from '../../../db/schema/index.ts';
import type { ReportedBacklog, VolumeBacklog } from '../../platform/ledgers/volume.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import {
  countDue,
  dueAuditEntries,
  dueDeletions,
  dueGrants,
  dueLogoutNotices,
  dueMails,
  dueSessions,
  selectBacklogs,
} from './overdue-store.ts';
import type { ScheduleRun } from './schedule.ts';

/**
 * How long a ledger volume's report is valid without being repeated, in addition to OVERDUE_MS.
 * Volumes repeat their reports every ten minutes, so an older report is out of date: the message
 * that withdraws it has been lost, or a backup has been restored.
 */
const REPEATED_MS = 30 * MINUTE_MS;

/** Work that should already be done. */
interface Overdue {
  /** The number of items, up to the counting limit (overdue-store.ts). */
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
     * Webhook deliveries whose next attempt is due, except those to disabled endpoints and those
     * waiting for an earlier event of the same session.
     */
    deliveries: Overdue;
    /** Unsent emails, except those that the queue gave up on, which are dead letters. */
    mails: Overdue;
    /** Session rows past their expiry whose outcome has not arrived. */
    sessions: Overdue;
    /** Audit entries that are not linked into the hash chain yet. */
    auditEntries: Overdue;
    /** Sites that have not been notified of a sign-out yet. */
    logoutNotices: Overdue;
    /** Revoked grants whose objects have not been notified of the revocation yet. */
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
 * @param dueMs work that was due by this time counts as overdue, in ms since the epoch; does not
 *   apply to deliveries, whose backlog the ledger volumes report (objects/ledger)
 */
export async function readBacklog(db: Database, dueMs: number): Promise<Backlog> {
  const [runs, keys, backlogs, mails, sessions, audits, notices, grants, deletions] =
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
      deliveries: sumBacklogs(backlogs, 'overdue', dueMs - REPEATED_MS),
      mails: toOverdue(mails),
      sessions: toOverdue(sessions),
      auditEntries: toOverdue(audits),
      logoutNotices: toOverdue(notices),
      grants: toOverdue(grants),
      accountDeletions: toOverdue(deletions),
    },
    givenUp: sumBacklogs(backlogs, 'givenUp', dueMs - REPEATED_MS),
  };
}

/** Builds the queries for overdue work. Exported so that a test can check the query plans. */
export function backlogQueries(db: Database, dueMs: number) {
  return [
    db.select().from(scheduleRuns),
    selectKeys(db),
    selectBacklogs(db),
    countDue(db, dueMails(db, dueMs)),
    countDue(db, dueSessions(db, dueMs)),
    countDue(db, dueAuditEntries(db, dueMs)),
    countDue(db, dueLogoutNotices(db, dueMs)),
    countDue(db, dueGrants(db, dueMs)),
    countDue(db, dueDeletions(db, dueMs)),
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

/** @param sinceMs reports that arrived earlier are left out; ms since the epoch */
function sumBacklogs(
  rows: readonly { backlog: string | null }[],
  part: keyof VolumeBacklog,
  sinceMs: number,
): Overdue {
  const parts = rows.flatMap(({ backlog }) => {
    const { atMs = 0, ...reported } = JSON.parse(backlog ?? '{}') as Partial<ReportedBacklog>;
    const found = reported[part] ?? null;
    return found === null || atMs < sinceMs ? [] : [found];
  });
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    ...(parts.length > 0 && { oldestAtMs: Math.min(...parts.map(({ sinceMs }) => sinceMs)) }),
  };
}
