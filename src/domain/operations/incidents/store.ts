// SQL for the incident register.
import { and, asc, count, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { incidents } from '../../../db/schema/index.ts';
import { isUnchanged } from '../../../db/unchanged.ts';
import type { Incident, IncidentFacts } from './incident.ts';

/** The maximum number of incidents in the register. */
export const MAX_INCIDENTS = 1_000;

const IS_LISTED = isNull(incidents.removed_at_ms);

/** @returns one page, most recent start first, and the total */
export async function listIncidentRows(
  db: Database,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Incident[]; total: number }> {
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(incidents)
      .where(IS_LISTED)
      .orderBy(desc(incidents.began_at_ms), asc(incidents.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(incidents).where(IS_LISTED),
  ]);
  return { rows: rows.map(toIncident), total: counted?.total ?? 0 };
}

/**
 * Selects the incidents that overlap the period.
 * @returns the incidents, earliest first
 */
export const selectIncidentsOf = (db: Database, beginMs: number, endMs: number) =>
  db
    .select()
    .from(incidents)
    .where(
      and(
        IS_LISTED,
        lt(incidents.began_at_ms, endMs),
        or(isNull(incidents.ended_at_ms), gte(incidents.ended_at_ms, beginMs)),
      ),
    )
    .orderBy(asc(incidents.began_at_ms), asc(incidents.id))
    .limit(MAX_INCIDENTS);

export async function findIncident(db: Database, id: string): Promise<Incident | undefined> {
  const [row] = await db
    .select()
    .from(incidents)
    .where(and(eq(incidents.id, id), IS_LISTED));
  return row && toIncident(row);
}

/**
 * @param audit written only if the incident is inserted
 * @returns false when the register is full
 */
export async function insertIncident(
  db: Database,
  incident: Incident,
  audit: Statement,
): Promise<boolean> {
  const hasRoom = sql`(SELECT COUNT(*) FROM ${incidents} WHERE ${IS_LISTED}) < ${MAX_INCIDENTS}`;
  const [inserted] = await db.batch([
    insertWhen(db, incidents, rowOf(incident), hasRoom).returning({ id: incidents.id }),
    audit,
  ]);
  return inserted.length > 0;
}

/**
 * @param audit written only if the incident is updated
 * @returns false when the incident has been changed or withdrawn in the meantime
 */
export async function updateIncident(
  db: Database,
  { before, after }: { before: Incident; after: Incident },
  audit: Statement,
): Promise<boolean> {
  const [updated] = await db.batch([
    db
      .update(incidents)
      .set({ ...toColumns(after), changed_at_ms: after.changedAtMs })
      .where(isStill(before))
      .returning({ id: incidents.id }),
    audit,
  ]);
  return updated.length > 0;
}

/** @returns false when the incident has been changed or withdrawn in the meantime */
export async function markIncidentWithdrawn(
  db: Database,
  incident: Incident,
  atMs: number,
  audit: Statement,
): Promise<boolean> {
  const [removed] = await db.batch([
    db
      .update(incidents)
      .set({ removed_at_ms: atMs })
      .where(isStill(incident))
      .returning({ id: incidents.id }),
    audit,
  ]);
  return removed.length > 0;
}

/** Matches the incident only if it is still listed and unchanged. */
const isStill = (incident: Incident) =>
  and(eq(incidents.id, incident.id), IS_LISTED, isUnchanged(toColumns(incident)));

const toColumns = (facts: IncidentFacts) => ({
  began_at_ms: facts.beganAtMs,
  ended_at_ms: facts.endedAtMs,
  what: facts.what,
  concerned: facts.concerned,
  done: facts.done,
});

const rowOf = (incident: Incident) => ({
  ...toColumns(incident),
  id: incident.id,
  written_at_ms: incident.writtenAtMs,
  changed_at_ms: incident.changedAtMs,
});

export const toIncident = (row: typeof incidents.$inferSelect): Incident => ({
  id: row.id,
  beganAtMs: row.began_at_ms,
  endedAtMs: row.ended_at_ms,
  what: row.what,
  concerned: row.concerned,
  done: row.done,
  writtenAtMs: row.written_at_ms,
  changedAtMs: row.changed_at_ms,
});
