// SQLite's plans for the statements of a ledger. No statement may scan all events, deliveries,
// sessions, outcomes or audit entries of a customer, because there may be millions of them.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import type { AttemptOutcome } from '../../src/domain/integration/webhooks/delivery.ts';
import type {
  DeliveryFilter,
  EarlierEvents,
  EndpointChange,
  NewEvents,
} from '../../src/domain/integration/webhooks/ledger-rows.ts';
import type { WantedEntries } from '../../src/domain/platform/audit/moved-entries.ts';
import type { SessionWindow } from '../../src/domain/verification/session-list/ledger-session.ts';
import { AUDIT_TABLES } from '../../src/objects/ledger/audit-tables.ts';
import type { Ledger } from '../../src/objects/ledger/ledger.ts';
import { OUTCOME_TABLES } from '../../src/objects/ledger/outcome-parts.ts';
import { SESSION_TABLES } from '../../src/objects/ledger/session-tables.ts';
import { createEventTables } from '../../src/objects/ledger/tables.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { recordLedgerStatements } from '../support/counted/ledger-statements.ts';
import { combinations } from '../support/counted/query-plans.ts';
import { movedEntry } from '../support/customer/audit-log.ts';
import { ledgerOf, ringLedger } from '../support/customer/ledgers.ts';
import { listedSession } from '../support/customer/listed-sessions.ts';

afterEach(() => void vi.useRealTimers());

const nowMs = Date.now();
const PART = { beforeMs: nowMs + 1, skip: 0, limit: 20 };

const filters = combinations<DeliveryFilter>({
  endpointId: ['we_1'],
  state: [undefined, 'pending', 'delivered', 'dead'],
});

const windows = combinations<SessionWindow>({
  status: [undefined, 'success'],
  verificationType: [undefined, 'age_check'],
  externalUserId: [undefined, 'u-1'],
  fromMs: [0],
  beforeMs: [nowMs],
});

const auditFilters = combinations<WantedEntries>({
  staffId: [undefined, 7],
  action: [undefined, 'key.create'],
  targetType: [undefined, 'key'],
  startDate: [undefined, '2026-01-01'],
  endDate: [undefined, '2026-02-01'],
  upTo: [2],
});

/** One event per session, each with a delivery to each of two endpoints. */
function newEvents(from: number, count: number): NewEvents {
  const numbers = Array.from({ length: count }, (_, at) => from + at);
  const common = (n: number) => ({
    session_id: `s${n}`,
    position: 1,
    created_at_ms: nowMs - 40 * DAY_MS + n,
  });
  return {
    events: numbers.map((n) => ({
      id: `evt_${n}`,
      type: 'session.success',
      body: '{}',
      redacted: 0,
      ...common(n),
    })),
    deliveries: numbers.flatMap((n) =>
      ['we_1', 'we_2'].map((endpoint) => ({
        id: `dlv_${n}_${endpoint}`,
        event_id: `evt_${n}`,
        endpoint_id: endpoint,
        ...common(n),
      })),
    ),
  };
}

const earlier = (): EarlierEvents => {
  const { events, deliveries } = newEvents(500, 2);
  return {
    events: events.map((event, at) => ({ ...event, seq: at + 1 })),
    deliveries: deliveries.map((delivery) => ({
      ...delivery,
      state: 'dead',
      attempts: 1,
      round_attempts: 1,
      round_started_ms: 1,
      next_attempt_ms: 1,
      leased_until_ms: 0,
      finished_at_ms: nowMs,
      delivered_by: null,
    })),
    attempts: deliveries.map(({ id }) => ({ delivery_id: id, ...ATTEMPT })),
  };
};

const ATTEMPT = {
  number: 1,
  url: 'https://hooks.example/x',
  at_ms: nowMs,
  duration_ms: 5,
  status: 500,
  failure: 'status',
  answer: 'no',
};

/** Claims a delivery and finishes the attempt with this outcome. */
async function attempt(
  ledger: DurableObjectStub<Ledger>,
  deliveryId: string,
  outcome: AttemptOutcome['outcome'],
): Promise<void> {
  const claim = await ledger.claim({ deliveryId, attempt: 0, endpointId: 'we_1' }, nowMs, 60_000);
  if (claim.outcome !== 'claimed') throw new Error('The attempt should be due.');
  const { delivery } = claim.claimed;
  const made = { delivery, attempt: ATTEMPT, outcome, roundStartedMs: nowMs };
  await ledger.finishAttempt({ ...made, isSameReceiver: true });
}

/** Calls every method of a ledger that handles sessions. */
async function callSessions(tenantId: string): Promise<void> {
  const ledger = ledgerOf({ tenantId });
  const kept = { keptMs: DAY_MS, settledMs: DAY_MS };
  const erased = { version: 4, erased_at_ms: nowMs };
  const rows = Array.from({ length: 20 }, (_, n) =>
    listedSession(`${n}`.padStart(64, '0'), nowMs - 40 * DAY_MS + n),
  );
  await ledger.putSessions(rows, kept);
  await ledger.eraseSessions(rows.slice(5).map((row) => ({ ...row, ...erased })));
  await ledger.countErasedSessions('2026-01-01', '2026-02-01');
  await ledger.findSessions(rows.map(({ id }) => id));
  for (const window of windows) {
    const days = { startDate: '2026-01-01', endDate: '2026-02-01' };
    await ledger.countSessions(window, 20);
    await ledger.countSessions({ ...window, ...days }, 20);
    await ledger.countSessionsOfUser({ ...window, externalUserId: 'u-1' }, 100);
    await ledger.listSessionTimes(window, PART);
    await ledger.listSessions(window, PART);
  }
}

/** Calls every ledger method that handles outcomes. */
async function callOutcomes(tenantId: string): Promise<void> {
  const ledger = ledgerOf({ tenantId });
  const parts = [1, 2].map((number) => ({ number, id: 'a', day: '2026-01-01', outcomes: '{}' }));
  await ledger.putOutcomes(parts);
  const span = { from: '2026-01-01', to: '2026-02-01' };
  await ledger.sumParts({ ...span, kinds: ['country'], names: [], upTo: 2, except: [1] });
}

/** Calls every ledger method that handles audit entries. */
async function callAudit(tenantId: string): Promise<void> {
  const ledger = ledgerOf({ tenantId });
  await ledger.putAudit([1, 2, 3].map((number) => movedEntry(number)));
  // After D1 has been restored to an earlier state, another entry has the last number.
  await ledger.putAudit([movedEntry(3, { hash: 'other' })]);
  for (const filter of auditFilters) {
    await ledger.countAudit(filter);
    await ledger.listAudit(filter, PART);
  }
  await ledger.countAudit({ action: '', upTo: 2 });
  const span = { from: '2026-01-01', to: '2026-02-01', beginMs: 1, endMs: nowMs };
  await ledger.readAuditEvidence({ ...span, upTo: 2, maxChanges: 9, maxDecisions: 9 });
}

/** Calls every method of a ledger that handles events, deliveries or what has moved to it. */
async function callAll(tenantId: string): Promise<void> {
  const ledger = ledgerOf({ tenantId });
  const ref = { tenantId, test: false, number: 1, residency: 'none' } as const;
  const recording = { ref, nowMs, begunAfter: 10, fullBytes: 4e9 };
  await callSessions(tenantId);
  await callOutcomes(tenantId);
  await callAudit(tenantId);
  await ledger.record({ ...recording, ...newEvents(0, 20) });
  await ledger.adopt(earlier(), recording);
  await ledger.knownEvents(['evt_1']);
  await ledger.readFeed({ after: 0 }, 20);
  await ledger.readFeed({ before: 15 }, 20);
  await ledger.sequenceOf('evt_1');
  await attempt(ledger, 'dlv_1_we_1', { state: 'delivered' });
  await attempt(ledger, 'dlv_2_we_1', { state: 'pending', nextAttemptMs: nowMs });
  await attempt(ledger, 'dlv_3_we_1', { state: 'dead' });
  for (const filter of filters) {
    await ledger.countByDay(filter);
    await ledger.listTimes(filter, PART);
    await ledger.listDeliveries(filter, PART);
  }
  await ledger.findDelivery('dlv_1_we_1');
  await ledger.listOfSession('s1');
  await ledger.redact(['s1', 's2']);
  await ledger.reopen({ ids: ['dlv_1_we_1'] }, nowMs);
  await ledger.reopen({ endpointId: 'we_1', fromMs: 0, untilMs: nowMs, max: 5 }, nowMs + 1);
  for (const change of ['held', 'enabled', 'disabled', 'deleted'] satisfies EndpointChange[])
    await ledger.changeEndpoint('we_1', change, nowMs);
  await ledger.takeDue(nowMs);
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs + 1 });
  await ringLedger({ tenantId });
}

/**
 * Statements that scan a table or an index from one of its ends and stop early. The number of rows
 * that they read does not grow with the table.
 */
const BOUNDED = [
  // The oldest events, from the beginning of the feed up to a limit.
  /^SELECT (id, session_id, created_at_ms|created_at_ms AS at) FROM events ORDER BY seq LIMIT/,
  // The number of the last event, from the end of the feed.
  /^SELECT coalesce\(max\(seq\), 0\) AS seq FROM events$/,
  // The oldest session, and whether anything is stored that never expires.
  /^SELECT created_at_ms AS at FROM sessions ORDER BY created_at_ms LIMIT 1$/,
  /^SELECT 1 FROM erased_days LIMIT 1$/,
  /^SELECT 1 FROM (outcome_parts|audit_entries) LIMIT 1$/,
];

/**
 * Scans of small tables and indexes, such as counts by day, and of rows that a statement produces
 * itself.
 */
const SMALL =
  /^SCAN (outcome_parts USING COVERING INDEX|json_each|\(subquery-\d+\)|CONSTANT ROW|held_endpoints|held|delivery_days|session_days)/;

/** Statements that sort the rows of one page, which a subquery has found in order. */
const PAGE =
  /^SELECT .* FROM (deliveries WHERE id|sessions WHERE seq) IN \(SELECT (id|seq) FROM \w+ WHERE .* LIMIT \? OFFSET \?\)/;
/** The statement that shuffles the oldest sessions; it reads a limited number of them. */
const SHUFFLED = /^SELECT id FROM \(SELECT .* ORDER BY created_at_ms LIMIT \?\) .* ORDER BY random/;
/** Statements that add up a limited number of decisions. */
const ADDED_UP = /^SELECT .* FROM \(SELECT "after" FROM audit_entries WHERE .* LIMIT \?\) WHERE/;

const isBounded = (statement: string): boolean => BOUNDED.some((one) => one.test(statement));

/** @returns the statements that a ledger runs, each with the steps of SQLite's plan */
async function plansOfAll(): Promise<{ statement: string; steps: string[] }[]> {
  vi.spyOn(env.WEBHOOKS, 'sendBatch').mockResolvedValue(undefined as never);
  const tenantId = `ten_${randomToken(8)}`;
  const recorded = await recordLedgerStatements({ tenantId });
  await callAll(tenantId);
  const statements = [...new Map(recorded.map(({ sql, values }) => [sql, values]))];
  // Uses a new volume, because the alarm has erased the first one, whose events are all old.
  const empty = ledgerOf({ tenantId: `ten_${randomToken(8)}` });
  return runInDurableObject(empty, (_object, { storage: { sql } }) => {
    createEventTables(sql);
    for (const table of [...SESSION_TABLES, ...OUTCOME_TABLES, ...AUDIT_TABLES]) sql.exec(table);
    return statements.map(([statement, values]) => ({
      statement: statement.replaceAll(/\s+/g, ' '),
      steps: sql
        .exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values)
        .toArray()
        .map(({ detail }) => detail),
    }));
  });
}

/**
 * Returns the index that a statement on the list of sessions must use; the index's columns follow
 * the sort order of the list.
 */
function indexFor(statement: string): string {
  if (statement.includes('external_user_id = ?')) return 'by_user';
  const isOfStatus = statement.includes('status = ?');
  if (statement.includes('verification_type = ?')) return isOfStatus ? 'by_type_status' : 'by_type';
  return isOfStatus ? 'by_status' : 'by_time';
}

it('each combination of filters of the list of sessions has the index that is made for it', async () => {
  const ofList = (await plansOfAll()).filter(({ statement }) =>
    /FROM sessions WHERE .*created_at_ms >= \? AND created_at_ms < \?/.test(statement),
  );
  // Each combination of filters has one statement for times and one for rows, and each combination
  // with a user also has one for counts.
  expect(ofList).toHaveLength(8 + 8 + 4);
  for (const { statement, steps } of ofList) {
    const index = `INDEX sessions_${indexFor(statement)} (`;
    expect([statement, steps.join('; ')]).toEqual([statement, expect.stringContaining(index)]);
    // Only an index is read, except for the rows of the page, which are sorted once more.
    expect(steps.join('; ')).toContain(`COVERING ${index}`);
    const sorts = steps.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY'));
    expect([statement, sorts.length]).toEqual([statement, statement.includes('seq IN') ? 1 : 0]);
  }
});

/** Returns the index that a statement on the audit log must use. */
function auditIndexFor(statement: string): string {
  const ofMember = statement.includes('staff_id = ?') ? 'audit_by_member' : 'audit_by';
  if (statement.includes('action = ?')) return `${ofMember}_action`;
  if (statement.includes('target_type = ?')) return `${ofMember}_target`;
  return ofMember === 'audit_by' ? 'audit_by_time' : ofMember;
}

it('each combination of filters of the audit log has the index that is made for it', async () => {
  const ofList = (await plansOfAll()).filter(({ statement }) =>
    /FROM audit_entries WHERE .* ORDER BY at_ms DESC, number DESC LIMIT \? OFFSET/.test(statement),
  );
  expect(ofList).toHaveLength(8);
  for (const { statement, steps } of ofList) {
    const search = `SEARCH audit_entries USING INDEX ${auditIndexFor(statement)} (`;
    expect([statement, steps]).toEqual([statement, [expect.stringContaining(search)]]);
  }
});

it('no statement scans events, deliveries, sessions, figures or audit entries, and none sorts what it reads a part of', async () => {
  const plans = await plansOfAll();
  expect(plans.length).toBeGreaterThan(45);
  const faults = plans.flatMap(({ statement, steps }) =>
    steps
      .filter((step) => step.startsWith('SCAN ') && !SMALL.test(step) && !isBounded(statement))
      .map((step) => `${step}: ${statement}`),
  );
  expect(faults).toEqual([]);
  const sorters = plans
    .filter(({ statement }) => statement.includes('LIMIT'))
    .filter(({ statement }) => ![PAGE, SHUFFLED, ADDED_UP].some((one) => one.test(statement)))
    .filter(({ steps }) => steps.some((step) => step.includes('TEMP B-TREE')))
    .map(({ statement }) => statement);
  expect(sorters).toEqual([]);
});
