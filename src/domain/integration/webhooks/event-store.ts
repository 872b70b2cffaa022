// SQL for the data in D1 that is needed to record and redact events in ledgers (objects/ledger).
import { and, inArray, isNotNull, max, sql, type SQL } from 'drizzle-orm';
import { batchAround, type Database, type Statement } from '../../../db/client.ts';
import { events, verificationSessions, webhookEndpoints } from '../../../db/schema/index.ts';
import { ACTIVE_STATES, type WebhookEndpoint } from './endpoint.ts';
import { toEndpoint } from './endpoint-store.ts';

/**
 * A session, and the customer and mode that it belongs to. The session is erased, except in the
 * result of findOwners.
 */
interface ErasedSession {
  id: string;
  tenantId: string;
  test: boolean;
}

/**
 * Reads the data that new events need.
 * @returns the tenants' endpoints that are enabled or paused, and as `begunAfter` the number of the
 *   last event that an earlier version of the service recorded in D1 (0 if there is none)
 */
export async function readForEvents(
  db: Database,
  tenantIds: readonly string[],
): Promise<{ endpoints: WebhookEndpoint[]; begunAfter: number }> {
  const [rows, [last]] = await db.batch([
    db
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          inArray(webhookEndpoints.tenant_id, [...tenantIds]),
          inArray(webhookEndpoints.state, [...ACTIVE_STATES]),
        ),
      ),
    db.select({ seq: max(events.seq) }).from(events),
  ]);
  return { endpoints: rows.map(toEndpoint), begunAfter: last?.seq ?? 0 };
}

/**
 * Runs the statements in one transaction.
 * @param ids ids of sessions
 * @returns the given sessions that are erased once the statements have run
 */
export const runAndFindErased = (
  db: Database,
  statements: readonly Statement[],
  ids: readonly string[],
): Promise<ErasedSession[]> => {
  const { id, tenant_id: tenantId, test, erased_at_ms: erasedAtMs } = verificationSessions;
  const erased = db
    .select({ id, tenantId, test })
    .from(verificationSessions)
    .where(and(inArray(id, valuesOf(ids)), isNotNull(erasedAtMs)));
  return batchAround(db, statements, erased, []);
};

/** @returns the given sessions that are erased */
export const findErased = async (
  db: Database,
  ids: readonly string[],
): Promise<ErasedSession[]> => {
  const { id, tenant_id: tenantId, test, erased_at_ms: erasedAtMs } = verificationSessions;
  return db
    .select({ id, tenantId, test })
    .from(verificationSessions)
    .where(and(inArray(id, valuesOf(ids)), isNotNull(erasedAtMs)));
};

/** @returns the sessions with the customer and mode of each, whether or not they are erased */
export const findOwners = async (
  db: Database,
  ids: readonly string[],
): Promise<ErasedSession[]> => {
  const { id, tenant_id: tenantId, test } = verificationSessions;
  return db
    .select({ id, tenantId, test })
    .from(verificationSessions)
    .where(inArray(id, valuesOf(ids)));
};

/**
 * Binds the ids as one JSON value, because D1 allows at most a hundred parameters per statement.
 */
const valuesOf = (ids: readonly string[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
