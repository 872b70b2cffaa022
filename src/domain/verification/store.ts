// SQL of the session list. A session's object is authoritative; these rows follow it.
import { and, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { insertNewRows } from '../../db/insert-rows.ts';
import { funnelEvents, verificationSessions } from '../../db/schema/index.ts';
import { countLeaving } from './fall-through-store.ts';
import type { SessionEvent } from './rules/session/result.ts';

type Row = SessionEvent['row'];

/** D1 allows a hundred parameters in a statement, and a row has 24 columns. */
const ROWS_TOGETHER = 4;
/** The owner of a session never changes. */
const NEW_VALUES = Object.fromEntries(
  Object.keys(getTableColumns(verificationSessions))
    .filter((name) => !['id', 'tenant_id', 'test'].includes(name))
    .map((name) => [name, sql.raw(`excluded.${name}`)]),
);

/**
 * The rows of events, and their funnels. A row with an older or equal version than the stored one
 * changes nothing; nor does an existing funnel.
 * @param behind statements directly after the row of an event
 */
export function sessionRows(
  db: Database,
  events: readonly SessionEvent[],
  nowMs: number,
  behind: (event: SessionEvent) => readonly Statement[] = () => [],
): Statement[] {
  const steps = events.flatMap(({ row, funnel }) =>
    funnel.map((step, seq) => ({
      session_id: row.id,
      seq,
      tenant_id: row.tenantId,
      test: row.test,
      name: step.name,
      step: step.step ?? null,
      notice: step.notice ?? null,
      at_ms: step.atMs,
    })),
  );
  return [
    ...upsertInTurn(db, events, nowMs, behind),
    ...(steps.length > 0 ? [insertNewRows(db, funnelEvents, steps)] : []),
  ];
}

/**
 * Writes several rows in one statement, except those that other statements must precede or follow.
 */
function upsertInTurn(
  db: Database,
  events: readonly SessionEvent[],
  nowMs: number,
  behind: (event: SessionEvent) => readonly Statement[],
): Statement[] {
  const statements: Statement[] = [];
  let rows: Row[] = [];
  const write = (): void => {
    if (rows.length > 0) statements.push(upsert(db, rows));
    rows = [];
  };
  for (const event of events) {
    const before = countLeaving(db, event, nowMs);
    const after = behind(event);
    if (before.length > 0 || after.length > 0) write();
    statements.push(...before);
    rows.push(event.row);
    if (after.length > 0 || rows.length === ROWS_TOGETHER) write();
    statements.push(...after);
  }
  write();
  return statements;
}

/**
 * Sessions that should have ended but whose rows do not say so: equally many of each tenant, so
 * that one with many does not delay others, and random ones, so that unreachable ones do not block
 * the rest.
 */
export async function listOverdue(
  db: Database,
  beforeMs: number,
  { ofEach, limit }: { ofEach: number; limit: number },
): Promise<string[]> {
  const { results } = await db.run(sql`
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY tenant_id ORDER BY random()) AS place
      FROM verification_sessions INDEXED BY verification_sessions_open
      WHERE completed_at_ms IS NULL AND expires_at_ms < ${beforeMs})
    WHERE place <= ${ofEach} ORDER BY place, random() LIMIT ${limit}`);
  return (results as { id: string }[]).map(({ id }) => id);
}

/**
 * @param ids at most a hundred
 * @returns for those with a row, the version of the last event that it reflects
 */
export async function readVersions(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { id, version } = verificationSessions;
  const rows = await db
    .select({ id, version })
    .from(verificationSessions)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.version]));
}

/** For sessions that no longer exist: ends their rows if necessary, and removes personal data. */
export const rowsEnd = (db: Database, ids: readonly string[], nowMs: number): Statement =>
  db
    .update(verificationSessions)
    .set({
      status: sql`iif(${verificationSessions.completed_at_ms} IS NULL, 'expired', ${verificationSessions.status})`,
      completed_at_ms: sql`coalesce(${verificationSessions.completed_at_ms}, ${verificationSessions.expires_at_ms})`,
      external_user_id: null,
      metadata: null,
      ip_country: null,
      erased_at_ms: nowMs,
    })
    .where(
      and(inArray(verificationSessions.id, [...ids]), isNull(verificationSessions.erased_at_ms)),
    );

function upsert(db: Database, rows: readonly Row[]): Statement {
  return db
    .insert(verificationSessions)
    .values(rows.map(columnsOf))
    .onConflictDoUpdate({
      target: verificationSessions.id,
      set: NEW_VALUES,
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
    result_hash: row.resultHash,
    status: row.status,
    reason: row.reason,
    purpose: row.purpose,
    verification_mode: row.verificationMode,
    verification_type: row.verificationType,
    gate: row.gate,
    measured: row.measured,
    risk: row.risk,
    previous_id: row.previousId,
    previous_hash: row.previousHash,
    counted_before: row.countedBefore,
    contested: row.contested,
    external_user_id: row.externalUserId,
    metadata: row.metadata,
    ip_country: row.ipCountry,
    created_at_ms: row.createdAtMs,
    completed_at_ms: row.completedAtMs,
    expires_at_ms: row.expiresAtMs,
    erased_at_ms: row.erasedAtMs,
  } satisfies typeof verificationSessions.$inferSelect;
}
