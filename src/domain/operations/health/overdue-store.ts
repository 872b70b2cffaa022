// SQL for health: overdue background work, one query for each kind. Every count stops at a limit.
// CROSS JOIN makes SQLite join the tables in the written order, so that it reads each tenant's due
// rows by index instead of reading everything that is pending.
import { and, count, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import {
  accounts,
  auditEntries,
  auditLinks,
  grants,
  ledgerVolumes,
  logoutNotices,
  mails,
  tenants,
  verificationSessions as sessions,
} from '../../../db/schema/index.ts';
import { MINUTE_MS } from '../../../time/durations.ts';

/**
 * Sign-out notices count as overdue this much later than other work: the queue retries a notice's
 * message for 21 minutes, and for as long again if the sweep replaced a lost message
 * (domain/openid/logout).
 */
const NOTICE_LEAD_MS = 30 * MINUTE_MS;
/** The number of items at which counting stops. */
const COUNTED = 1_000;

export const dueMails = (db: Database, dueMs: number) =>
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
    .as('due');

export const dueSessions = (db: Database, dueMs: number): Due =>
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
    .as('due');

export const dueAuditEntries = (db: Database, dueMs: number): Due =>
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
    .as('due');

export const dueLogoutNotices = (db: Database, dueMs: number): Due =>
  db
    .select({ atMs: timeOf(logoutNotices.created_at_ms) })
    .from(logoutNotices)
    .where(lte(logoutNotices.created_at_ms, dueMs - NOTICE_LEAD_MS))
    .orderBy(logoutNotices.created_at_ms)
    .limit(COUNTED)
    .as('due');

export const dueGrants = (db: Database, dueMs: number): Due =>
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
    .as('due');

export const dueDeletions = (db: Database, dueMs: number): Due =>
  db
    .select({ atMs: timeOf(accounts.delete_at_ms) })
    .from(accounts)
    .where(lte(accounts.delete_at_ms, dueMs))
    .orderBy(accounts.delete_at_ms)
    .limit(COUNTED)
    .as('due');

const timeOf = (column: SQLiteColumn) => sql<number>`${column}`.as('at_ms');

/** Selects the delivery backlogs that ledger volumes have reported. Skips volumes without one. */
export const selectBacklogs = (db: Database) =>
  db
    .select({ backlog: ledgerVolumes.backlog })
    .from(ledgerVolumes)
    // This condition must match the partial index's condition word for word; otherwise SQLite would
    // not use the index.
    .where(sql`backlog IS NOT NULL`)
    .limit(COUNTED);

type Due = ReturnType<typeof dueMails>;

/**
 * Counts the due items, and finds the due time of the oldest one counted: ms since the epoch, null
 * when there is none.
 */
export const countDue = (db: Database, due: Due) =>
  db.select({ count: count(), oldestAtMs: sql<number | null>`min(${due.atMs})` }).from(due);
