// SQLite's plans for the queries of every list and figure that a customer sees: none may scan a
// table that grows.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/db/client.ts';
import { removeCounts } from '../../../src/domain/operations/analytics/moved-count-store.ts';
import * as outcomes from '../../../src/domain/operations/analytics/outcome-store.ts';
import * as analytics from '../../../src/domain/operations/analytics/store.ts';
import { selectVolumes } from '../../../src/domain/platform/ledgers/volume-store.ts';
import type { SessionFilter } from '../../../src/domain/verification/session-list/session-filter.ts';
import * as list from '../../../src/domain/verification/session-list/list-store.ts';
import { selectWaiting } from '../../../src/domain/verification/review-store.ts';
import * as plans from '../../support/counted/query-plans.ts';

const db = openDatabase(env.DB);
const PART = { beforeMs: Date.now(), skip: 3, limit: 20 };
const SPAN = { from: '2026-01-01', to: '2026-02-01' };

const filters = plans.combinations<SessionFilter>({
  tenantId: ['ten_1'],
  test: [false],
  status: [undefined, 'failed'],
  verificationType: [undefined, 'age_check'],
  externalUserId: [undefined, 'u-1'],
  startDate: [undefined, '2026-01-01'],
  endDate: [undefined, '2026-02-01'],
});

const pagesOf = (filter: SessionFilter) =>
  [
    [plans.named('part', filter), list.selectPart(db, filter, PART).toSQL()],
    [plans.named('times', filter), list.selectTimes(db, filter, PART).toSQL()],
  ] as const;

/**
 * @returns the index that begins with the filter's columns, followed by those that the list is
 *   sorted by
 */
function indexFor({ status, verificationType, externalUserId }: SessionFilter): string {
  if (externalUserId !== undefined) return 'by_user';
  if (verificationType !== undefined) return status === undefined ? 'by_type' : 'by_type_status';
  return status === undefined ? 'by_tenant' : 'by_status';
}

describe('no query of a customer walks a table', () => {
  it('of sessions, in every combination of filters, and orders by the index', async () => {
    const pages = filters.flatMap(pagesOf);
    const counts = filters.flatMap((filter) => [
      [plans.named('days', filter), list.countByDay(db, filter).toSQL()] as const,
      ...(filter.externalUserId === undefined
        ? []
        : [
            [plans.named('user', filter), list.selectCountOfUser(db, filter, 100).toSQL()] as const,
          ]),
    ]);
    expect(await plans.faultsOf([...pages, ...counts])).toEqual([]);
    // The index by user has columns that are not part of the sort order, so with a filter by user
    // SQLite does sort, but only the rows of one page or of one millisecond.
    const inOrder = filters.filter(({ externalUserId }) => externalUserId === undefined);
    const times = filters.map(
      (filter) =>
        [plans.named('times', filter), list.selectTimes(db, filter, PART).toSQL()] as const,
    );
    expect(await plans.sortersOf([...inOrder.flatMap(pagesOf), ...times, ...counts])).toEqual([]);
  });

  it('of sessions that wait for a decision, the earliest deadline first, by an index of those sessions only', async () => {
    const filter = { tenantId: 'ten_1', test: false };
    const query = selectWaiting(db, filter, { offset: 0, limit: 20 }).toSQL();
    expect(await plans.faultsOf([['waiting', query]])).toEqual([]);
    const [step] = await plans.planOf(query);
    expect(step).toContain('INDEX verification_sessions_waiting (');
  });

  it('and each combination of filters has the index that is made for it', async () => {
    for (const filter of filters)
      for (const [name, query] of pagesOf(filter)) {
        const plan = (await plans.planOf(query)).join('; ');
        const index = `INDEX verification_sessions_${indexFor(filter)} (`;
        expect([name, plan]).toEqual([name, expect.stringContaining(index)]);
      }
  });

  it('of one session with its funnel', async () => {
    const query = list.selectRow(db, 'ten_1', 'a').toSQL();
    expect(await plans.faultsOf([['row', query]])).toEqual([]);
  });

  it('of sessions that D1 has with another status or type: they are found by their ids', async () => {
    const limited = filters.filter((one) => one.status ?? one.verificationType);
    for (const filter of limited) {
      const plan = await plans.planOf(list.selectOthers(db, filter, ['a', 'b']).toSQL());
      expect([filter, plan[0]]).toEqual([filter, expect.stringContaining('(id=?)')]);
    }
  });

  it('of the volumes of a ledger', async () => {
    const query = selectVolumes(db, { tenantId: 'ten_1', test: false }).toSQL();
    expect(await plans.faultsOf([['volumes', query]])).toEqual([]);
    expect(await plans.sortersOf([['volumes', query]])).toEqual([]);
  });

  it('of analytics: they read counts by customer and day', async () => {
    const ofOutcomes = outcomes.selectLive(db, 'ten_1', ['country', 'reason'], SPAN).toSQL();
    const counts = analytics.selectCounts(db, 'ten_1', ['created', 'success'], SPAN).toSQL();
    const running = analytics.selectRunning(db, 'ten_1', SPAN).toSQL();
    expect(
      await plans.faultsOf([
        ['counts', counts],
        ['running', running],
        ['outcomes', ofOutcomes],
        ['parts', outcomes.selectWaiting(db, 'ten_1', SPAN).toSQL()],
        ['their number', outcomes.selectFrozen(db, 'ten_1').toSQL()],
      ]),
    ).toEqual([]);
    expect((await plans.planOf(ofOutcomes)).join('; ')).toContain(
      '(tenant_id=? AND kind=? AND day>? AND day<?)',
    );
  });

  it('of outcomes that are due to leave D1: by day, and then each by its key', async () => {
    const due = await plans.planOf(plans.compile(outcomes.duePairsQuery('2026-11-01', 10)));
    expect(due.join('; ')).toContain('INDEX outcome_days_by_day (day<?)');
    expect(due.join('; ')).toContain('INDEX daily_counts_by_day (day>?)');
    expect(due.join('; ')).toContain('INDEX daily_counts_by_day (day=? AND tenant_id>?)');
    const rows = plans.compile(outcomes.rowsOf('[["ten_1","2026-11-01"]]'));
    const found = await plans.planOf({ ...rows, sql: `SELECT counted.rowid ${rows.sql}` });
    expect(found.join('; ')).toContain('(tenant_id=? AND kind=? AND day=?)');
    for (const statement of removeCounts(db, '[["ten_1","2026-11-01"]]', 1))
      expect((await plans.planOf(statement.toSQL())).join('; ')).toContain(
        'INDEX daily_counts_by_day (day=? AND tenant_id=?)',
      );
    const limits = { customers: 10, partsOfEach: 10 };
    const waiting = await plans.planOf(plans.compile(outcomes.waitingQuery(limits)));
    expect(waiting.join('; ')).toContain('(tenant_id=? AND number<?)');
  });
});
