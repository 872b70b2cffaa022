// SQL of health: when schedules ran, and what waits longer than it should. Every count stops at a limit.
import { and, count, eq, gt, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.ts';
import {
  accounts,
  auditEntries,
  auditLinks,
  grants,
  logoutNotices,
  mails,
  scheduleRuns,
  signingKeys,
  tenants,
  verificationSessions as sessions,
  webhookDeliveries as deliveries,
  webhookEndpoints,
} from '../../../db/schema/index.ts';
import type { ScheduleRun } from './schedule.ts';
import { earlierOfSession } from '../../../db/earlier-delivery.ts';

/** What should be done already. */
interface Overdue {
  /** At most COUNTED. */
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

/** Until then a sign-out's message may be under way: for 21 minutes, and again once it was found lost (domain/openid/logout). */
const NOTICE_LEAD_MS = 30 * MINUTE_MS;
/** More than this many is reported as this many. */
const COUNTED = 1_000;

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
  const [runs, keys, ...counts] = await db.batch(backlogQueries(db, dueMs));
  const [
    deliveriesRow,
    mailsRow,
    sessionsRow,
    auditRow,
    noticesRow,
    grantsRow,
    deletionsRow,
    givenUp,
  ] = counts.map(([row]) => toOverdue(row)) as [
    Overdue,
    Overdue,
    Overdue,
    Overdue,
    Overdue,
    Overdue,
    Overdue,
    Overdue,
  ];
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
      deliveries: deliveriesRow,
      mails: mailsRow,
      sessions: sessionsRow,
      auditEntries: auditRow,
      logoutNotices: noticesRow,
      grants: grantsRow,
      accountDeletions: deletionsRow,
    },
    givenUp,
  };
}

/**
 * Exported for the test of their plans. CROSS JOIN keeps SQLite to the order of its tables: what is due of each endpoint
 * or tenant, by an index, instead of everything that is pending.
 */
export function backlogQueries(db: Database, dueMs: number) {
  return [
    db.select().from(scheduleRuns),
    db
      .select({
        kid: signingKeys.kid,
        purpose: signingKeys.purpose,
        activeFromMs: signingKeys.active_from_ms,
        revokedAtMs: signingKeys.revoked_at_ms,
      })
      .from(signingKeys),
    countDue(db, selectDueDeliveries(db, dueMs)),
    countDue(
      db,
      db
        .select({ atMs: timeOf(mails.created_at_ms) })
        .from(mails)
        .where(
          and(
            isNull(mails.sent_at_ms),
            lte(mails.created_at_ms, dueMs),
            sql`NOT EXISTS (SELECT 1 FROM dead_letters WHERE queue = 'agate-mail-dead' AND subject = ${mails.id})`,
          ),
        )
        .orderBy(mails.created_at_ms)
        .limit(COUNTED)
        .as('due'),
    ),
    countDue(
      db,
      db
        .select({ atMs: timeOf(sessions.expires_at_ms) })
        .from(tenants)
        .crossJoin(sessions)
        .where(
          and(
            eq(sessions.tenant_id, tenants.id),
            isNull(sessions.completed_at_ms),
            lte(sessions.expires_at_ms, dueMs),
          ),
        )
        .limit(COUNTED)
        .as('due'),
    ),
    countDue(
      db,
      db
        .select({ atMs: timeOf(auditEntries.at_ms) })
        .from(auditEntries)
        .where(
          and(
            gt(auditEntries.id, sql`(SELECT COALESCE(MAX(entry_id), 0) FROM ${auditLinks})`),
            lte(auditEntries.at_ms, dueMs),
          ),
        )
        .limit(COUNTED)
        .as('due'),
    ),
    countDue(
      db,
      db
        .select({ atMs: timeOf(logoutNotices.created_at_ms) })
        .from(logoutNotices)
        .where(lte(logoutNotices.created_at_ms, dueMs - NOTICE_LEAD_MS))
        .orderBy(logoutNotices.created_at_ms)
        .limit(COUNTED)
        .as('due'),
    ),
    countDue(
      db,
      db
        .select({ atMs: timeOf(grants.revoked_at_ms) })
        .from(grants)
        .where(
          and(
            isNotNull(grants.revoked_at_ms),
            isNull(grants.ended_at_ms),
            lte(grants.revoked_at_ms, dueMs),
          ),
        )
        .orderBy(grants.revoked_at_ms)
        .limit(COUNTED)
        .as('due'),
    ),
    countDue(
      db,
      db
        .select({ atMs: timeOf(accounts.delete_at_ms) })
        .from(accounts)
        .where(lte(accounts.delete_at_ms, dueMs))
        .orderBy(accounts.delete_at_ms)
        .limit(COUNTED)
        .as('due'),
    ),
    countDue(
      db,
      db
        .select({ atMs: timeOf(deliveries.next_attempt_ms) })
        .from(deliveries)
        .where(and(eq(deliveries.state, 'dead'), gt(deliveries.next_attempt_ms, dueMs - DAY_MS)))
        .limit(COUNTED)
        .as('due'),
    ),
  ] as const;
}

function selectDueDeliveries(db: Database, dueMs: number) {
  const isBlocked = earlierOfSession(db);
  return db
    .select({ atMs: timeOf(deliveries.next_attempt_ms) })
    .from(webhookEndpoints)
    .crossJoin(deliveries)
    .where(
      and(
        eq(webhookEndpoints.state, 'enabled'),
        eq(deliveries.endpoint_id, webhookEndpoints.id),
        eq(deliveries.state, 'pending'),
        lte(deliveries.next_attempt_ms, dueMs),
        notExists(isBlocked),
      ),
    )
    .limit(COUNTED)
    .as('due');
}

const timeOf = (column: SQLiteColumn) => sql<number>`${column}`.as('at_ms');

type Due = ReturnType<typeof selectDueDeliveries>;

const countDue = (db: Database, due: Due) =>
  db.select({ count: count(), oldestAtMs: sql<number | null>`min(${due.atMs})` }).from(due);

const toOverdue = (row: { count: number; oldestAtMs: number | null } | undefined): Overdue => ({
  count: row?.count ?? 0,
  ...(typeof row?.oldestAtMs === 'number' && { oldestAtMs: row.oldestAtMs }),
});
