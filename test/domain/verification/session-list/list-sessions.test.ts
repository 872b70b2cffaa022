// Sessions in D1 and in two volumes of a customer's ledger are read as one list, whichever page is
// requested.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayOf } from '../../../../src/domain/terms/locate-page.ts';
import type { LedgerSession } from '../../../../src/domain/verification/session-list/ledger-session.ts';
import { listSessions } from '../../../../src/domain/verification/session-list/list-sessions.ts';
import type { SessionFilter } from '../../../../src/domain/verification/session-list/session-filter.ts';
import { DAY_MS } from '../../../../src/time/durations.ts';
import { combinations } from '../../../support/counted/query-plans.ts';
import { countingEnv, countUseCase, TripCount } from '../../../support/counted/round-trips.ts';
import { ledgerOf } from '../../../support/customer/ledgers.ts';
import {
  deleteInD1,
  listedSession,
  moveToVolume,
  putInD1,
  putInVolume,
} from '../../../support/customer/listed-sessions.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';

/**
 * The list's sources: D1 and the numbers of the volumes. Sessions created in the same millisecond
 * are listed in this order.
 */
const SOURCES = ['D1', 2, 1] as const;
type Source = (typeof SOURCES)[number];

const NOON = Date.parse(`${dayOf(Date.now())}T12:00:00Z`);
const idOf = (n: number): string => n.toString(16).padStart(64, '0');

let ctx: TestContext;
let tenantId: string;

beforeEach(async () => {
  ctx = makeContext();
  tenantId = (await makeTenant()).id;
});

interface Placed {
  source: Source;
  row: LedgerSession;
}

/** Returns a function that picks items of a list at random, in the same sequence in every run. */
function makeDraw(seed: number): <T>(from: readonly T[]) => T {
  let state = seed;
  return (from) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return from[Math.floor((state / 4_294_967_296) * from.length)]!;
  };
}

/**
 * Creates random sessions on four days in any of the sources, several of them in the same
 * millisecond.
 */
function drawSessions(seed: number, count: number): Placed[] {
  const draw = makeDraw(seed);
  return Array.from({ length: count }, (_, n) => ({
    source: draw(SOURCES),
    row: listedSession(
      idOf(n),
      NOON - draw([0, 1, 2, 3]) * DAY_MS - draw([0, 0, 1, 2, 3_600_000]),
      {
        status: draw(['success', 'success', 'failed', 'expired']),
        verification_type: draw(['age_check', 'eu_wallet', null]),
        external_user_id: draw(['u-1', 'u-2', null]),
        reason: draw(['liveness_failed', null]),
      },
    ),
  }));
}

async function store(placed: readonly Placed[], test = false): Promise<void> {
  const of = (source: Source) =>
    placed.filter((one) => one.source === source).map(({ row }) => row);
  await putInD1({ tenantId, test }, of('D1'));
  for (const number of [1, 2]) await putInVolume({ tenantId, test, number }, of(number as 1 | 2));
}

/** Returns the ids that the list must have, in order. */
function expected(placed: readonly Placed[], filter: SessionFilter): string[] {
  const { status, verificationType, externalUserId, startDate = '', endDate = '9' } = filter;
  return placed
    .filter(({ row }) => status === undefined || row.status === status)
    .filter(
      ({ row }) => verificationType === undefined || row.verification_type === verificationType,
    )
    .filter(({ row }) => externalUserId === undefined || row.external_user_id === externalUserId)
    .filter(
      ({ row }) => dayOf(row.created_at_ms) >= startDate && dayOf(row.created_at_ms) <= endDate,
    )
    .toReversed()
    .toSorted(
      (one, other) =>
        other.row.created_at_ms - one.row.created_at_ms ||
        SOURCES.indexOf(one.source) - SOURCES.indexOf(other.source),
    )
    .map(({ row }) => row.id);
}

const page = async (filter: Partial<SessionFilter>, offset: number, limit: number) =>
  listSessions(ctx, { tenantId, test: false, ...filter }, { offset, limit });

/**
 * Reads all pages.
 * @returns the ids, and the distinct totals that the pages report
 */
async function readPages(filter: Partial<SessionFilter>, limit: number, until: number) {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let offset = 0; offset < until + limit; offset += limit) {
    const { rows, total } = await page(filter, offset, limit);
    ids.push(...rows.map(({ id }) => id));
    totals.add(total);
  }
  return { ids, totals: [...totals] };
}

const filters = () =>
  combinations<SessionFilter>({
    tenantId: [tenantId],
    test: [false],
    status: [undefined, 'success'],
    verificationType: [undefined, 'age_check'],
    externalUserId: [undefined, 'u-1'],
    startDate: [undefined, dayOf(NOON - 2 * DAY_MS)],
    endDate: [undefined, dayOf(NOON - DAY_MS)],
  });

describe('over D1 and two volumes', () => {
  it.each([1, 2])(
    'pages of any size are one list, with every combination of filters (%i)',
    { timeout: 120_000 },
    async (seed) => {
      const placed = drawSessions(seed, 30);
      await store(placed);
      for (const filter of filters()) {
        const ids = expected(placed, filter);
        for (const limit of [1, 3, 20, 100])
          expect([filter, limit, await readPages(filter, limit, ids.length)]).toEqual([
            filter,
            limit,
            { ids, totals: [ids.length] },
          ]);
      }
    },
  );

  it('rows of a volume are like those of D1', async () => {
    const row = listedSession(idOf(1), NOON, { reason: 'liveness_failed', contested: true });
    await putInD1({ tenantId }, [row]);
    const [before] = (await page({}, 0, 1)).rows;
    await moveToVolume({ tenantId }, [row]);
    const [after] = (await page({}, 0, 1)).rows;
    expect(after).toEqual(before);
    expect(after).toMatchObject({ tenant_id: tenantId, test: false, contested: true });
  });

  it('sessions of the other mode and of other customers never appear', async () => {
    await store(drawSessions(1, 10));
    await store(drawSessions(2, 10).map(renumbered(100)), true);
    const own = (await page({}, 0, 100)).rows.map(({ id }) => id).toSorted();
    expect(own).toEqual(Array.from({ length: 10 }, (_, n) => idOf(n)));
    const sandbox = (await page({ test: true }, 0, 100)).rows.map(({ id }) => id).toSorted();
    expect(sandbox).toEqual(Array.from({ length: 10 }, (_, n) => idOf(100 + n)));
    const { id: other } = await makeTenant();
    expect(await page({ tenantId: other }, 0, 100)).toEqual({ rows: [], total: 0 });
  });
});

const renumbered =
  (by: number) =>
  ({ source, row }: Placed, n: number): Placed => ({ source, row: { ...row, id: idOf(by + n) } });

describe('a session that is in D1 and in a volume', () => {
  const stale = (n: number) => listedSession(idOf(n), NOON, { version: 2 });

  it('is shown once, on whatever page', async () => {
    const rows = [1, 2, 3, 4, 5].map((n) => listedSession(idOf(n), NOON - Math.floor(n / 3)));
    await putInD1({ tenantId }, rows);
    await putInVolume({ tenantId }, rows.slice(1, 4));
    await putInVolume({ tenantId, number: 2 }, [listedSession(idOf(6), NOON - 9)]);
    for (const filter of [{}, { status: 'success' }, { verificationType: 'age_check' }])
      for (const limit of [1, 2, 3, 20]) {
        const { ids } = await readPages(filter, limit, 9);
        expect([filter, limit, ids]).toEqual([filter, limit, [2, 1, 5, 4, 3, 6].map(idOf)]);
      }
  });

  it('is shown as D1 has it', async () => {
    const current = { ...stale(1), version: 3, status: 'retaken' };
    await putInD1({ tenantId }, [current]);
    await putInVolume({ tenantId }, [stale(1), listedSession(idOf(2), NOON - 1)]);
    const statusesOf = async (filter: Partial<SessionFilter>) =>
      (await page(filter, 0, 20)).rows.map(({ id, status }) => [id, status]);
    expect(await statusesOf({})).toEqual([
      [idOf(1), 'retaken'],
      [idOf(2), 'success'],
    ]);
    expect(await statusesOf({ status: 'success' })).toEqual([[idOf(2), 'success']]);
    expect(await statusesOf({ status: 'retaken' })).toEqual([[idOf(1), 'retaken']]);
  });

  it.each(['before', 'after'])('is on a page if it moves %s the volume is read', async (when) => {
    const rows = [1, 2, 3].map((n) => listedSession(idOf(n), NOON - n));
    await putInD1({ tenantId }, rows);
    await putInVolume({ tenantId }, [listedSession(idOf(4), NOON - 4)]);
    const { objects } = ctx;
    let moves = 0;
    ctx.objects = {
      ...objects,
      // D1 has already been read when the ledger is queried for sessions.
      ledger: (residency, name) =>
        new Proxy(objects.ledger(residency, name), {
          get:
            (stub, key: 'listSessions' | 'countSessions') =>
            async (...asked: Parameters<typeof stub.listSessions>) => {
              const ask = () => (stub[key] as typeof stub.listSessions)(...asked);
              if (key !== 'listSessions') return ask();
              moves += 1;
              const early = when === 'after' ? await ask() : undefined;
              await moveToVolume({ tenantId }, rows.slice(1));
              return early ?? ask();
            },
        }),
    };
    const { rows: found } = await page({}, 0, 20);
    expect([moves, found.map(({ id }) => id)]).toEqual([1, [1, 2, 3, 4].map(idOf)]);
  });
});

describe('a search by user', () => {
  const of = (from: number, count: number, atMs: number) =>
    Array.from({ length: count }, (_, n) =>
      listedSession(idOf(from + n), atMs - n, { external_user_id: 'u-1' }),
    );

  it('ends after ten thousand sessions: D1, then the volumes, newest first', async () => {
    await putInD1({ tenantId }, of(0, 4_000, NOON));
    await putInVolume({ tenantId, number: 2 }, of(10_000, 4_000, NOON - DAY_MS));
    await putInVolume({ tenantId, number: 1 }, of(20_000, 4_000, NOON - 2 * DAY_MS));
    const first = await page({ externalUserId: 'u-1' }, 0, 1);
    expect([first.total, first.rows.map(({ id }) => id)]).toEqual([10_000, [idOf(0)]]);
    const last = await page({ externalUserId: 'u-1' }, 9_999, 20);
    expect(last.rows.map(({ id }) => id)).toEqual([idOf(21_999)]);
    expect((await page({ externalUserId: 'u-1' }, 10_000, 20)).rows).toEqual([]);
    const before = await page({ externalUserId: 'u-1', endDate: dayOf(NOON - 2 * DAY_MS) }, 0, 1);
    expect(before.total).toBe(4_000);
  });

  it('does not ask volumes once enough were scanned', async () => {
    await putInD1({ tenantId }, of(0, 10_000, NOON));
    await putInVolume({ tenantId }, of(20_000, 10, NOON - DAY_MS));
    const asked = vi.spyOn(ctx.objects, 'ledger');
    expect((await page({ externalUserId: 'u-1' }, 0, 1)).total).toBe(10_000);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('what a page costs', () => {
  const callsOf = async (offset: number, limit: number) => {
    const asked = vi.spyOn(ctx.objects, 'ledger');
    asked.mockClear();
    const batches = vi.spyOn(ctx.db, 'batch');
    batches.mockClear();
    await page({}, offset, limit);
    return { batches: batches.mock.calls.length, objects: asked.mock.calls.length };
  };

  it('is two calls of an object more with a volume, and none without', async () => {
    await putInD1({ tenantId }, [listedSession(idOf(1), NOON)]);
    expect(await callsOf(0, 20)).toEqual({ batches: 1, objects: 0 });
    await putInVolume({ tenantId }, [listedSession(idOf(2), NOON - DAY_MS)]);
    expect(await callsOf(0, 20)).toEqual({ batches: 1, objects: 2 });
    expect(await callsOf(0, 1)).toEqual({ batches: 1, objects: 1 });
    expect(await callsOf(1, 20)).toEqual({ batches: 1, objects: 2 });
    await deleteInD1([idOf(1)]);
    expect(await callsOf(0, 20)).toEqual({ batches: 1, objects: 2 });
    expect(await ledgerOf({ tenantId }).findSessions([idOf(2)])).toHaveLength(1);
  });

  it('is one trip to D1 for a first page, with or without rows in D1 and a filter', async () => {
    const tripsOf = async (more: Partial<SessionFilter>): Promise<number> => {
      const count = new TripCount();
      const { d1 } = await countUseCase(count, countingEnv(count), async (counted) => {
        const filter = { tenantId, test: false, ...more };
        const { rows, total } = await listSessions(counted, filter, { offset: 0, limit: 20 });
        expect(rows).toHaveLength(total);
      });
      return d1;
    };
    const filtered = [{}, { status: 'success' }, { verificationType: 'age_check' }];
    await putInVolume({ tenantId }, [listedSession(idOf(1), NOON - 9 * DAY_MS)]);
    for (const filter of filtered) expect([filter, await tripsOf(filter)]).toEqual([filter, 1]);
    await putInD1({ tenantId }, [listedSession(idOf(2), NOON)]);
    for (const filter of filtered) expect([filter, await tripsOf(filter)]).toEqual([filter, 1]);
    // D1 now has a session from the same day as the one in the volume, so a second call must check
    // whether D1 also has the session from the volume.
    const sameDay = listedSession(idOf(3), NOON - 9 * DAY_MS, { status: 'failed' });
    await putInD1({ tenantId }, [sameDay]);
    expect(await tripsOf({ status: 'success' })).toBe(2);
  });
});
