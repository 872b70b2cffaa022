// SQL for list rows that move from D1 to ledgers, and for rows that are brought back to D1 (D-177).
import { and, eq, getTableColumns, inArray, lt, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { insertNewRows } from '../../../db/insert-rows.ts';
import {
  sessionDays,
  tenants,
  verificationSessions as sessions,
} from '../../../db/schema/index.ts';
import type { LedgerOwner } from '../../platform/ledgers/volume.ts';
import type { LedgerSession } from '../../verification/session-list/ledger-session.ts';

const {
  tenant_id: TENANT_ID,
  test: TEST,
  returned: _returned,
  ...COLUMNS
} = getTableColumns(sessions);

/** A row to move, with its owner and the settings that determine how long a ledger keeps it. */
export interface DueSession {
  owner: LedgerOwner;
  tenant: { retentionDays: number; historyDays: number };
  row: LedgerSession;
}

const valuesOf = (values: readonly unknown[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * Selects rows that are due, customer by customer, so that SQLite uses the index of the session
 * lists. Rows that are still needed in D1 are not due: rows whose steps fold-funnels.ts has not
 * folded yet, and rows whose events move-events.ts has not moved yet, because redacting these
 * events requires the row in D1.
 * @param except the ids of customers to skip
 */
const selectDue = (
  db: Database,
  endedBeforeMs: number,
  { limit, except }: { limit: number; except: readonly string[] },
) =>
  db
    .select({
      owner: { tenantId: TENANT_ID, test: TEST },
      tenant: { retentionDays: tenants.retention_days, historyDays: tenants.history_days },
      row: COLUMNS,
    })
    .from(tenants)
    .crossJoin(sessions)
    .where(
      sql`${sessions.tenant_id} = ${tenants.id} AND ${sessions.test} IN (0, 1)
        AND ${sessions.created_at_ms} < ${endedBeforeMs}
        AND ${sessions.completed_at_ms} < ${endedBeforeMs}
        AND ${tenants.ended_at_ms} IS NULL AND ${notInArray(tenants.id, valuesOf(except))}
        AND NOT EXISTS (SELECT 1 FROM funnel_events WHERE session_id = ${sessions.id})
        AND NOT EXISTS (SELECT 1 FROM events WHERE session_id = ${sessions.id})`,
    )
    .limit(limit);

export const listDue = async (
  db: Database,
  endedBeforeMs: number,
  options: { limit: number; except: readonly string[] },
): Promise<DueSession[]> => selectDue(db, endedBeforeMs, options);

/** Deletes rows that have been moved, unless they have changed since they were read. */
export async function deleteMoved(db: Database, rows: readonly LedgerSession[]): Promise<void> {
  const read = JSON.stringify(rows.map((row) => [row.id, row.version, row.erased_at_ms]));
  await db.run(sql`DELETE FROM verification_sessions WHERE rowid IN (
    SELECT session.rowid FROM json_each(${read}) AS moved CROSS JOIN verification_sessions AS session
      ON session.id = moved.value ->> 0 AND session.version = moved.value ->> 1
        AND session.erased_at_ms IS moved.value ->> 2)`);
}

/**
 * Deletes the session list's daily counts that have dropped to zero, for days before the given one.
 */
export const deleteEmptyDays = (db: Database, beforeDay: string): Promise<void> =>
  deleteAtOnce(db, sessionDays, and(lt(sessionDays.day, beforeDay), eq(sessionDays.value, 0)));

/** Brings rows back to D1, where they do not count as new. Existing rows are not changed. */
export const returnRows = (
  db: Database,
  rows: readonly { owner: LedgerOwner; row: LedgerSession }[],
): Statement =>
  insertNewRows(
    db,
    sessions,
    rows.map(({ owner, row }) => ({
      ...row,
      tenant_id: owner.tenantId,
      test: owner.test,
      returned: true,
    })),
  );

/**
 * Makes the whole transaction fail unless all of these sessions have a row. Otherwise, a session
 * whose row has been moved in the meantime would be inserted as a new session.
 */
export const rowsMustExist = (db: Database, ids: readonly string[]): Statement =>
  // `RAISE()` works only in triggers, so `json()` is given a text that is not JSON, which makes the
  // query fail.
  db
    .select({
      checked: sql`iif(count(*) = ${ids.length}, 1, json('a session was moved meanwhile'))`,
    })
    .from(sessions)
    .where(inArray(sessions.id, valuesOf(ids)));

/** Selects which of the given customers exist and have not ended. */
export const selectActive = (db: Database, tenantIds: readonly string[]) =>
  db
    .select({ id: tenants.id })
    .from(tenants)
    .where(sql`${tenants.id} IN ${valuesOf(tenantIds)} AND ${tenants.ended_at_ms} IS NULL`);

/** Selects which of the given sessions have a row in D1. */
export const selectPresent = (db: Database, ids: readonly string[]) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, valuesOf(ids)));
