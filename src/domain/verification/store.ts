// SQL of the session list. The truth of a session is its object; these rows follow it.
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { funnelEvents, verificationSessions } from '../../db/schema/index.ts';
import type { SessionEvent } from './rules/result.ts';

type Row = SessionEvent['row'];

/**
 * Writes the rows of events, and their funnels, in one batch. A row with an older or equal version than the kept
 * one changes nothing; nor does a funnel that is there.
 */
export async function writeSessionEvents(
  db: Database,
  events: readonly SessionEvent[],
): Promise<void> {
  const [first, ...rest] = events.flatMap((event) => [
    upsert(db, event.row),
    ...event.funnel.map((step, seq) =>
      db
        .insert(funnelEvents)
        .values({
          session_id: event.row.id,
          seq,
          tenant_id: event.row.tenantId,
          test: event.row.test,
          name: step.name,
          step: step.step ?? null,
          at_ms: step.atMs,
        })
        .onConflictDoNothing(),
    ),
  ]);
  if (first !== undefined) await db.batch([first, ...rest]);
}

function upsert(db: Database, row: Row) {
  const { id, tenant_id, test, ...changing } = columnsOf(row);
  return db
    .insert(verificationSessions)
    .values({ id, tenant_id, test, ...changing })
    .onConflictDoUpdate({
      target: verificationSessions.id,
      set: changing,
      setWhere: sql`excluded.version > ${verificationSessions.version}`,
    });
}

/** A row as the list keeps it. */
export function columnsOf(row: Row) {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    test: row.test,
    version: row.version,
    status: row.status,
    reason: row.reason,
    purpose: row.purpose,
    verification_mode: row.verificationMode,
    verification_type: row.verificationType,
    gate: row.gate,
    external_user_id: row.externalUserId,
    metadata: row.metadata,
    ip_country: row.ipCountry,
    created_at_ms: row.createdAtMs,
    completed_at_ms: row.completedAtMs,
    expires_at_ms: row.expiresAtMs,
    erased_at_ms: row.erasedAtMs,
  } satisfies typeof verificationSessions.$inferSelect;
}
