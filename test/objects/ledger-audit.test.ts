// The audit entries of a volume (D-183): which it stores, counts, lists and keeps.
import { beforeEach, describe, expect, it } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import type { MovedEntry, WantedEntries } from '../../src/domain/platform/audit/moved-entries.ts';
import { entriesInLedger, movedEntry } from '../support/customer/audit-log.ts';
import { combinations } from '../support/counted/query-plans.ts';
import { alarmOf, ledgerOf, queryLedger, ringLedger } from '../support/customer/ledgers.ts';

const DAY_MS = 86_400_000;
const PART = { beforeMs: Number.MAX_SAFE_INTEGER, skip: 0, limit: 100 };

let tenantId: string;

beforeEach(() => {
  tenantId = `ten_${randomToken(9)}`;
});

const put = (...entries: MovedEntry[]) => ledgerOf({ tenantId }).putAudit(entries);
const count = (wanted: Partial<WantedEntries> = {}) =>
  ledgerOf({ tenantId }).countAudit({ upTo: 99, ...wanted });
const list = async (wanted: Partial<WantedEntries> = {}, part: Partial<typeof PART> = {}) =>
  (await ledgerOf({ tenantId }).listAudit({ upTo: 99, ...wanted }, { ...PART, ...part })).map(
    ({ number }) => number,
  );

/** Thirty entries of ten days, three at each moment, by members, a directory and the service. */
const ENTRIES = Array.from({ length: 30 }, (_one, n) =>
  movedEntry(n + 1, {
    at_ms: Date.UTC(2026, 0, 1 + Math.floor(n / 3)),
    audience: ['dashboard', 'dashboard', 'scim', 'system'][n % 4] ?? '',
    staff_id: [7, null, 7, null, 8][n % 5] ?? null,
    action: ['key.create', 'key.revoke', 'session.export'][n % 3] ?? '',
    target_type: n % 3 === 2 ? 'session' : 'key',
  }),
);

const FILTERS = combinations<WantedEntries>({
  staffId: [undefined, 7, 99],
  action: [undefined, 'key.create', ''],
  targetType: [undefined, 'key', ''],
  startDate: [undefined, '2026-01-03'],
  endDate: [undefined, '2026-01-08'],
  upTo: [30, 17],
});

/** The entries that a filter is about, newest first. */
const matching = ({ staffId, action, targetType, startDate, endDate, upTo }: WantedEntries) =>
  ENTRIES.filter(
    (entry) =>
      entry.number <= upTo &&
      (staffId === undefined || (entry.audience === 'dashboard' && entry.staff_id === staffId)) &&
      (action === undefined || entry.action === action) &&
      (targetType === undefined || entry.target_type === targetType) &&
      (startDate === undefined || entry.at_ms >= Date.parse(startDate)) &&
      (endDate === undefined || entry.at_ms < Date.parse(endDate) + DAY_MS),
  ).toReversed();

describe('entries', () => {
  it('are counted and listed as a look at each of them says, with every filter', async () => {
    await put(...ENTRIES);
    for (const filter of FILTERS) {
      const expected = matching(filter);
      const { days, found } = await count(filter);
      const perDay = Map.groupBy(expected, ({ at_ms: atMs }) =>
        new Date(atMs).toISOString().slice(0, 10),
      );
      expect([filter, days, found]).toEqual([
        filter,
        [...perDay].map(([day, some]) => ({ day, value: some.length })),
        filter.upTo,
      ]);
      const numbers = expected.map(({ number }) => number);
      expect([filter, await list(filter)]).toEqual([filter, numbers]);
      expect(await list(filter, { skip: 2, limit: 3 })).toEqual(numbers.slice(2, 5));
    }
  });

  it('are listed whole, as they were given', async () => {
    const entry = movedEntry(1, {
      ip: '192.0.2.7',
      user_agent: 'x',
      before: '{"a":1}',
      after: '{}',
    });
    await put(entry);
    expect(await ledgerOf({ tenantId }).listAudit({ upTo: 1 }, PART)).toEqual([entry]);
  });

  it('are stored once, however often they arrive and whatever arrived after them', async () => {
    await put(...ENTRIES);
    const counts = await count();
    await put(ENTRIES[0]!);
    await put(...ENTRIES.slice(0, 20));
    expect(await entriesInLedger(tenantId)).toEqual(ENTRIES);
    expect(await count()).toEqual(counts);
  });

  it('that moved before D1 was restored give way to those that move afterwards, with their counts', async () => {
    await put(...ENTRIES);
    const again = movedEntry(28, { hash: 'other', at_ms: Date.UTC(2026, 1, 1) });
    await put(ENTRIES[26]!, again);
    expect(await entriesInLedger(tenantId)).toEqual([...ENTRIES.slice(0, 27), again]);
    expect((await count()).days[0]).toEqual({ day: '2026-02-01', value: 1 });
    await queryLedger({ tenantId }, 'DELETE FROM audit_entries');
    expect(await queryLedger({ tenantId }, 'SELECT * FROM audit_days')).toEqual([]);
  });

  it('that are lost are missing from what was found, whatever is asked for', async () => {
    await put(...ENTRIES);
    await queryLedger({ tenantId }, 'DELETE FROM audit_entries WHERE number IN (3, 20)');
    for (const filter of [{}, { action: '' }, { staffId: 99 }, { endDate: '2025-01-01' }])
      expect((await count({ ...filter, upTo: 30 })).found).toBe(28);
    expect((await count({ upTo: 19 })).found).toBe(18);
  });
});

describe('a volume', () => {
  it('stays empty when it is only asked', async () => {
    const span = { from: '2026-01-01', to: '2026-02-01', beginMs: 1, endMs: 2, upTo: 0 };
    expect(await count()).toEqual({ days: [], found: 0 });
    expect(await list()).toEqual([]);
    expect(
      await ledgerOf({ tenantId }).readAuditEvidence({ ...span, maxChanges: 1, maxDecisions: 1 }),
    ).toEqual({ changes: [], decisions: [], times: [], acts: [], found: 0 });
    expect(await queryLedger({ tenantId }, 'SELECT name FROM sqlite_master')).toEqual([]);
  });

  it('is kept while it has entries, although nothing else is in it and no alarm is set', async () => {
    await put(...ENTRIES);
    expect(await alarmOf({ tenantId })).toBeNull();
    // The alarm is set by a request-log line that has already expired. When it runs, it would
    // delete an empty volume.
    const line = { request_id: 'r', method: 'GET', route: '/', status: 200, code: null };
    await ledgerOf({ tenantId }).noteRequests([{ ...line, id: 1, duration_ms: 1 }], 1);
    expect(await ringLedger({ tenantId })).toBe(true);
    expect(await queryLedger({ tenantId }, 'SELECT id FROM requests')).toEqual([]);
    expect(await entriesInLedger(tenantId)).toEqual(ENTRIES);
    expect(await alarmOf({ tenantId })).toBeNull();
  });

  it('has none after it was erased, and takes new ones', async () => {
    await put(...ENTRIES);
    await ledgerOf({ tenantId }).erase();
    expect(await count()).toEqual({ days: [], found: 0 });
    expect(await queryLedger({ tenantId }, 'SELECT name FROM sqlite_master')).toEqual([]);
    await put(ENTRIES[0]!);
    expect(await entriesInLedger(tenantId)).toEqual([ENTRIES[0]]);
  });
});
