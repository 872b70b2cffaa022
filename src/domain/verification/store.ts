// SQL for the session list. A session's object is authoritative; these rows reflect it.
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { verificationSessions } from '../../db/schema/index.ts';
import { countDropOff } from './fall-through-store.ts';
import { foldFunnel } from './rules/session/folded-funnel.ts';
import type { SessionEvent } from './rules/session/result.ts';

type Row = SessionEvent['row'];

/** D1 allows a hundred parameters per statement, and a row sets 25 columns. */
const ROWS_TOGETHER = 4;
/**
 * The columns that never change: a session keeps its owner, mode and creation time. Updates do not
 * set them, so that the indexes on them need no write.
 */
const FIXED = ['id', 'tenant_id', 'test', 'created_at_ms', 'returned'];
/**
 * The columns left unchanged by an event that only opens a session: those that never change, and
 * the row's end, steps and user.
 */
const FIXED_AT_OPENING = [
  ...FIXED,
  'external_user_id',
  'completed_at_ms',
  'expires_at_ms',
  'funnel',
];

const newValues = (fixed: readonly string[]) => ({
  ...Object.fromEntries(
    Object.keys(getTableColumns(verificationSessions))
      .filter((name) => !fixed.includes(name))
      .map((name) => [name, sql.raw(`excluded.${name}`)]),
  ),
  // Only the event that ends a session carries its steps; any other event keeps the stored steps.
  ...(!fixed.includes('funnel') && { funnel: sql`coalesce(excluded.funnel, funnel)` }),
});
const VALUES = newValues(FIXED);
const OPENING_VALUES = newValues(FIXED_AT_OPENING);

/**
 * Writes each event's row to the session list. An event that is not newer than the stored row
 * changes nothing, except that an end event that arrives after an erasure or a retake still adds
 * its steps.
 * @param behind statements to run directly after an event's row
 */
export function sessionRows(
  db: Database,
  events: readonly SessionEvent[],
  nowMs: number,
  behind: (event: SessionEvent) => readonly Statement[] = () => [],
): Statement[] {
  return [...upsertInTurn(db, events, nowMs, behind), ...lateSteps(db, events)];
}

/** Adds steps to rows that have none, even if the event is too old to change the row. */
function lateSteps(db: Database, events: readonly SessionEvent[]): Statement[] {
  const folded = events.flatMap(({ row, funnel }) =>
    funnel.length === 0 ? [] : [[row.id, foldFunnel(funnel)] as const],
  );
  return folded.length === 0 ? [] : [setSteps(db, folded)];
}

/**
 * Sets the steps of sessions that have none yet.
 * @param folded session ids, each with the result of foldFunnel
 */
export const setSteps = (db: Database, folded: readonly (readonly [string, string])[]): Statement =>
  db
    .update(verificationSessions)
    .set({ funnel: sql`made.value ->> 1` })
    .from(sql`json_each(${JSON.stringify(folded)}) AS made`)
    .where(
      and(eq(verificationSessions.id, sql`made.value ->> 0`), isNull(verificationSessions.funnel)),
    );

/**
 * Writes as many rows as possible in one statement; a row that must be preceded or followed by
 * other statements is written on its own.
 */
function upsertInTurn(
  db: Database,
  events: readonly SessionEvent[],
  nowMs: number,
  behind: (event: SessionEvent) => readonly Statement[],
): Statement[] {
  const statements: Statement[] = [];
  let together: SessionEvent[] = [];
  const write = (): void => {
    if (together.length > 0) statements.push(upsert(db, together));
    together = [];
  };
  for (const event of events) {
    const before = countDropOff(db, event, nowMs);
    const after = behind(event);
    if (before.length > 0 || after.length > 0 || isOpening(event) !== together.every(isOpening))
      write();
    statements.push(...before);
    together.push(event);
    if (after.length > 0 || together.length === ROWS_TOGETHER) write();
    statements.push(...after);
  }
  write();
  return statements;
}

/**
 * Lists sessions that should have ended but whose rows show no end. It lists the same number for
 * each tenant, so that a tenant with many such sessions does not delay others, and picks them at
 * random, so that unreachable sessions do not block the rest.
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
 * @returns for each session that has a row, the version of the last event that the row reflects
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

/**
 * Closes the rows of sessions that no longer exist, if the rows are still open, and removes their
 * personal data.
 */
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

/**
 * Whether an event only opens a session, which an `opened` event does unless its row already
 * contains the session's end.
 */
const isOpening = ({ type, row }: SessionEvent): boolean =>
  type === 'opened' && row.completedAtMs === null;

/**
 * @param events either all of these events only open a session (isOpening), or none of them does
 */
function upsert(db: Database, events: readonly SessionEvent[]): Statement {
  return db
    .insert(verificationSessions)
    .values(
      events.map(({ row, funnel }) => ({
        ...columnsOf(row),
        funnel: funnel.length === 0 ? null : foldFunnel(funnel),
      })),
    )
    .onConflictDoUpdate({
      target: verificationSessions.id,
      set: events.every(isOpening) ? OPENING_VALUES : VALUES,
      setWhere: sql`excluded.version > ${verificationSessions.version}`,
    });
}

/** Converts an event's row to the columns of the list. */
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
  } satisfies Omit<typeof verificationSessions.$inferSelect, 'funnel' | 'returned'>;
}
