// SQL for an evidence pack. Every query uses an index, and none reads more rows than its limit.
import { and, between, desc, eq, gte, inArray, isNull, lt, min, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import {
  ALL,
  auditEntries,
  CORRECTED_COUNT,
  dailyCounts,
  ERASED_COUNT,
  EVERYBODY,
  PLATFORM_COUNTS,
  scheduleRuns,
  tenantAuditCounts,
  UNREVIEWED_COUNT,
  verificationSessions as sessions,
} from '../../../db/schema/index.ts';
import type { AuditEvidence } from '../../platform/audit/moved-entries.ts';
import { selectMovedLog, type SelectedMovedLog } from '../../platform/audit/moved-log.ts';
import type { TimedCount } from './decision-times.ts';
import type { CountingRun, PackPeriod } from './pack-period.ts';
import type { AuditedChange } from './policy-history.ts';

/** The maximum number of settings changes in one pack. */
export const MAX_CHANGES = 1_000;
/** The maximum number of reviewers' decisions that are counted. */
export const MAX_DECISIONS = 10_000;

export interface PackFacts {
  run: CountingRun | undefined;
  /**
   * Whether a session of the period should have ended, but the event that reports its end has not
   * arrived.
   */
  isWaiting: boolean;
  /** Changes since the beginning of the period, newest first. */
  changes: AuditedChange[];
  decisions: { decision: string; count: number }[];
  /** Durations of the decisions that are timed. */
  decisionTimes: TimedCount[];
  /** The number of reviews that nobody decided in time. */
  unreviewed: number;
  /** The first day on which decisions were timed, `YYYY-MM-DD`; undefined if there is none. */
  timedFrom: string | undefined;
  /** How many times members took each action that erases data. */
  acts: Map<string, number>;
  /** The number of erased sessions. */
  erased: number;
  /** The first day on which erasures were counted, `YYYY-MM-DD`; undefined if there is none. */
  erasedCountedFrom: string | undefined;
  corrected: number;
}

/** The facts that are in D1, and what is needed to read the rest. */
export interface FactsInD1 extends Omit<PackFacts, 'erased' | 'unreviewed'> {
  /** Where the audit entries are that have moved to the customer's ledger (D-183). */
  movedLog: SelectedMovedLog;
}

export interface PackSpan {
  /** The schedule of the nightly run. */
  cron: string;
  beginMs: number;
  /** The first moment after the period. */
  endMs: number;
}

/**
 * Reads the facts that are in D1, without daily counts, which may have moved to ledgers (D-181).
 */
export async function readPackFacts(
  db: Database,
  tenantId: string,
  span: PackPeriod,
  { cron, beginMs, endMs }: PackSpan,
): Promise<FactsInD1> {
  const [runs, waiting, changes, decisions, times, acts, counted, corrected, ...movedLog] =
    await db.batch([
      db.select().from(scheduleRuns).where(eq(scheduleRuns.cron, cron)),
      selectWaitingSession(db, tenantId, endMs),
      selectSettingsChanges(db, tenantId, beginMs),
      selectDecisions(db, tenantId, { beginMs, endMs }),
      selectDecisionTimes(db, tenantId, { beginMs, endMs }),
      selectActs(db, tenantId, span),
      db
        .select({ name: dailyCounts.name, day: min(dailyCounts.day) })
        .from(dailyCounts)
        .where(
          and(
            eq(dailyCounts.tenant_id, PLATFORM_COUNTS),
            inArray(dailyCounts.name, [ERASED_COUNT, UNREVIEWED_COUNT]),
          ),
        )
        .groupBy(dailyCounts.name),
      sumCorrected(db, span),
      ...selectMovedLog({ db }, tenantId),
    ]);
  const [run] = runs;
  const firstDay = (name: string) => counted.find((row) => row.name === name)?.day ?? undefined;
  return {
    run: run && toRun(run),
    isWaiting: waiting.length > 0,
    changes: changes.map(toChange),
    decisions,
    decisionTimes: times,
    timedFrom: firstDay(UNREVIEWED_COUNT),
    acts: new Map(acts.map(({ action, value }) => [action, value])),
    erasedCountedFrom: firstDay(ERASED_COUNT),
    corrected: corrected[0]?.value ?? 0,
    movedLog,
  };
}

/** Converts an entry about a change of settings. */
export const toChange = ({
  atMs,
  audience,
  before,
  after,
}: AuditEvidence['changes'][number]): AuditedChange => ({
  atMs,
  by: audience as AuditedChange['by'],
  before: toFields(before),
  after: toFields(after),
});

const toRun = (row: typeof scheduleRuns.$inferSelect): CountingRun => ({
  startedAtMs: row.started_at_ms,
  failed: JSON.parse(row.failed) as string[],
  ...(row.succeeded_at_ms !== null && { succeededAtMs: row.succeeded_at_ms }),
});

const toFields = (text: string | null): AuditedChange['before'] =>
  text === null ? {} : (JSON.parse(text) as AuditedChange['before']);

const selectWaitingSession = (db: Database, tenantId: string, endMs: number) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.tenant_id, tenantId),
        lt(sessions.expires_at_ms, endMs),
        isNull(sessions.completed_at_ms),
      ),
    )
    .limit(1);

const ofTenant = (tenantId: string, action: string) =>
  and(
    eq(auditEntries.tenant_id, tenantId),
    // Matches the condition of the partial indexes.
    sql`${auditEntries.tenant_id} <> ''`,
    eq(auditEntries.action, action),
  );

const selectSettingsChanges = (db: Database, tenantId: string, beginMs: number) =>
  db
    .select({
      atMs: auditEntries.at_ms,
      audience: auditEntries.audience,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .where(and(ofTenant(tenantId, 'settings.update'), gte(auditEntries.at_ms, beginMs)))
    .orderBy(desc(auditEntries.at_ms), desc(auditEntries.id))
    .limit(MAX_CHANGES + 1);

interface Span {
  beginMs: number;
  endMs: number;
}

/** Selects reviewers' decisions in both modes, live and test. */
const selectMade = (db: Database, tenantId: string, { beginMs, endMs }: Span) =>
  db
    .select({ after: auditEntries.after })
    .from(auditEntries)
    .where(
      and(
        ofTenant(tenantId, 'review.decide'),
        gte(auditEntries.at_ms, beginMs),
        lt(auditEntries.at_ms, endMs),
      ),
    )
    .limit(MAX_DECISIONS + 1)
    .as('made');

/** Counts the decisions about live sessions only. */
function selectDecisions(db: Database, tenantId: string, span: Span) {
  const made = selectMade(db, tenantId, span);
  const decision = sql<string>`json_extract(${made.after}, '$.decision')`;
  return db
    .select({ decision, count: sql<number>`count(*)` })
    .from(made)
    .where(sql`json_extract(${made.after}, '$.test') = 0`)
    .groupBy(decision)
    .orderBy(decision);
}

/** Counts how long decisions took, for live sessions only. */
function selectDecisionTimes(db: Database, tenantId: string, span: Span) {
  const made = selectMade(db, tenantId, span);
  const seconds = sql<number>`json_extract(${made.after}, '$.seconds')`;
  return db
    .select({ seconds, times: sql<number>`count(*)` })
    .from(made)
    .where(
      sql`json_extract(${made.after}, '$.test') = 0 AND json_extract(${made.after}, '$.seconds') IS NOT NULL`,
    )
    .groupBy(seconds);
}

/** Selects members' actions that erase data. */
const selectActs = (db: Database, tenantId: string, { from, to }: PackPeriod) =>
  db
    .select({
      action: tenantAuditCounts.action,
      value: sql<number>`sum(${tenantAuditCounts.value})`,
    })
    .from(tenantAuditCounts)
    .where(
      and(
        eq(tenantAuditCounts.tenant_id, tenantId),
        eq(tenantAuditCounts.member_id, EVERYBODY),
        inArray(tenantAuditCounts.action, ['session.erase', 'face.erase']),
        ne(tenantAuditCounts.target_type, ALL),
        between(tenantAuditCounts.day, from, to),
      ),
    )
    .groupBy(tenantAuditCounts.action);

const sumCorrected = (db: Database, { from, to }: PackPeriod) =>
  db
    .select({ value: sql<number | null>`sum(${dailyCounts.value})` })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.tenant_id, PLATFORM_COUNTS),
        eq(dailyCounts.name, CORRECTED_COUNT),
        // Without the hint, SQLite uses the index on days and reads the rows of every customer.
        sql`likely(${between(dailyCounts.day, from, to)})`,
      ),
    );
