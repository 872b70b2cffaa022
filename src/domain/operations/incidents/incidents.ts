// Operator use cases for the incident register. Every evidence pack lists the incidents of its
// period (D-164).
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, notFound } from '../../../errors.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import { differences } from '../../platform/audit/differences.ts';
import { prepareAuditOf, type Actor, type AuditFields } from '../../platform/audit/record.ts';
import { untilWritten } from '../../terms/until-written.ts';
import type { Incident, IncidentFacts } from './incident.ts';
import {
  findIncident,
  insertIncident,
  listIncidentRows,
  markIncidentWithdrawn,
  MAX_INCIDENTS,
  selectIncidentsOf,
  toIncident,
  updateIncident,
} from './store.ts';

/** @returns one page, most recent start first */
export const listIncidents = (
  { db }: Pick<Context, 'db'>,
  slice: { offset: number; limit: number },
): Promise<{ rows: Incident[]; total: number }> => listIncidentRows(db, slice);

/** @returns the incidents that overlap a period, earliest first */
export async function readIncidentsOf(
  { db }: Pick<Context, 'db'>,
  beginMs: number,
  endMs: number,
): Promise<Incident[]> {
  const rows = await selectIncidentsOf(db, beginMs, endMs);
  return rows.map(toIncident);
}

/** @throws AppError VALIDATION_FAILED for impossible times; CONFLICT when the register is full */
export async function writeIncident(
  ctx: Context,
  by: Actor,
  facts: IncidentFacts,
): Promise<Incident> {
  requireTimes(facts, ctx.now());
  const incident: Incident = {
    ...facts,
    id: `inc_${randomToken(12)}`,
    writtenAtMs: ctx.now(),
    changedAtMs: null,
  };
  const entry = auditOf(ctx, by, incident.id, 'write', { after: summaryOf(incident) });
  if (!(await insertIncident(ctx.db, incident, entry.statement)))
    throw new AppError(
      'CONFLICT',
      `${MAX_INCIDENTS} incidents are recorded already, which is the maximum.`,
    );
  entry.announce();
  return incident;
}

/**
 * Applies the given changes. If another change has been written first, they are applied on top of
 * it.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED for impossible times
 */
export async function changeIncident(
  ctx: Context,
  by: Actor,
  id: string,
  changes: Partial<IncidentFacts>,
): Promise<Incident> {
  return untilWritten(async () => {
    const before = await findListed(ctx, id);
    const after: Incident = { ...before, ...changes, changedAtMs: ctx.now() };
    requireTimes(after, ctx.now());
    const audited = differences(summaryOf(before), summaryOf(after));
    if (audited === undefined) return before;
    const entry = auditOf(ctx, by, id, 'change', audited);
    if (!(await updateIncident(ctx.db, { before, after }, entry.statement))) return undefined;
    entry.announce();
    return after;
  });
}

/**
 * Withdraws an incident: new packs do not contain it, but the audit log keeps it.
 * @throws AppError NOT_FOUND
 */
export async function withdrawIncident(ctx: Context, by: Actor, id: string): Promise<void> {
  await untilWritten(async () => {
    const incident = await findListed(ctx, id);
    const entry = auditOf(ctx, by, id, 'withdraw', { before: summaryOf(incident) });
    if (!(await markIncidentWithdrawn(ctx.db, incident, ctx.now(), entry.statement)))
      return undefined;
    entry.announce();
    return incident;
  });
}

async function findListed({ db }: Context, id: string): Promise<Incident> {
  const incident = await findIncident(db, id);
  if (incident === undefined) throw notFound();
  return incident;
}

function requireTimes({ beganAtMs, endedAtMs }: IncidentFacts, nowMs: number): void {
  if (beganAtMs > nowMs) throw bad('began_at', 'must not be in the future');
  if (endedAtMs === null) return;
  if (endedAtMs < beganAtMs) throw bad('ended_at', 'must not be before began_at');
  if (endedAtMs > nowMs) throw bad('ended_at', 'must not be in the future');
}

const bad = (field: string, says: string): AppError =>
  new AppError('VALIDATION_FAILED', `${field} ${says}.`, { fields: [{ field, message: says }] });

const auditOf = prepareAuditOf('incident');

const summaryOf = (one: Incident): AuditFields => ({
  began_at: toTimestamp(one.beganAtMs),
  ended_at: one.endedAtMs === null ? null : toTimestamp(one.endedAtMs),
  what: one.what,
  concerned: one.concerned,
  done: one.done,
});
