// The arithmetic of bench/growth, and the rows that it fills.
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { KINDS } from '../../bench/growth/kept.ts';
import { fillList } from '../../bench/growth/list.ts';
import {
  bytesPerCheck,
  d1BytesOn,
  daysUntilFull,
  DELETED_PER_DAY,
  keptOf,
  ledgerAlarms,
  ledgerOf,
  limitsOf,
  ratesOf,
  zipf,
  type CheckUse,
  type Kind,
} from '../../bench/growth/model.ts';
import { SESSION_DAYS } from '../../bench/lists/customer-rows.ts';
import { fillSessionCounts, migrate } from '../../bench/lists/fill.ts';
import { lastDays } from '../../src/domain/terms/locate-page.ts';

const USE: CheckUse = {
  d1Rows: 40,
  objectRows: 50,
  alarms: 10,
  messages: 4,
  lines: 2,
  pictureRows: 13,
};
const KIND: Kind = { name: 'events', bytesPerCheck: 1_000, keptDays: 30, rows: 1 };

test('the second customer by Zipf’s law has half of the first one’s share, and all shares are 1', () => {
  const shares = zipf(1_000);
  expect(shares[1]).toBeCloseTo((shares[0] ?? 0) / 2);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  // The harmonic number of 1,000 is 7.4855.
  expect(shares[0]).toBeCloseTo(1 / 7.4855, 5);
});

test('rows of a kind grow until their time has run out, and no further while deletion keeps up', () => {
  const checks = DELETED_PER_DAY;
  expect(keptOf(KIND, checks, 10)).toEqual({ bytes: 10 * checks * 1_000, late: 0 });
  expect(keptOf(KIND, checks, 30)).toEqual(keptOf(KIND, checks, 90));
});

test('what the schedules cannot delete in a day stays, and adds up', () => {
  const checks = DELETED_PER_DAY + 100;
  expect(keptOf(KIND, checks, 31).late).toBe(100);
  expect(keptOf(KIND, checks, 40)).toEqual({ bytes: (30 * checks + 1_000) * 1_000, late: 1_000 });
});

test('rows that no schedule deletes one by one are never late', () => {
  expect(keptOf({ ...KIND, rows: 0 }, 10 * DELETED_PER_DAY, 90).late).toBe(0);
});

test('D1 has as many bytes on the day on which it is full as it holds', () => {
  const { degraded, down, full } = daysUntilFull([KIND, KIND], 1e6);
  expect(bytesPerCheck([KIND, KIND])).toBe(2_000);
  expect([degraded, down, full]).toEqual([3.5, 4.75, 5]);
  expect(d1BytesOn([KIND, KIND], 1e6, full)).toBe(10e9);
});

test('rates are those of a day’s mean, and the busiest customer has its share of them', () => {
  const rates = ratesOf({ checksPerDay: 864_000, shares: [0.5, 0.5] }, USE);
  expect(rates).toMatchObject({ checks: 10, d1Rows: 400, objectRows: 500, alarms: 100 });
  expect(rates.busiest).toEqual({ checks: 5, lines: 10, pictureRows: 65 });
});

test('a ledger keeps seven days of lines, and deletes once an hour or for each 20,000 of them', () => {
  expect(ledgerOf(1_000_000, 100)).toEqual({
    bytesPerDay: 1e8,
    keptBytes: 7e8,
    volumesPerMonth: 0.75,
    alarmsPerDay: 50,
  });
  expect(ledgerOf(10, 100).alarmsPerDay).toBe(24);
  expect(ledgerAlarms({ checksPerDay: 500_000, shares: [1, 0] }, USE)).toBe(74);
});

test('limits are in the order in which a growing installation meets them', () => {
  const limits = limitsOf([KIND], USE, 0.1);
  const order = limits.map(({ checksPerDay }) => checksPerDay);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(limits[0]).toEqual({
    what: 'D1 is full once old rows are deleted',
    checksPerDay: 10e9 / 30_000,
  });
  expect(limits.find(({ what }) => what.includes('events'))?.checksPerDay).toBe(720_000);
});

test('the kinds are those of what docs/capacity.md says that a check a day takes', () => {
  const steady = KINDS.reduce((sum, kind) => sum + kind.bytesPerCheck * kind.keptDays, 0);
  const doc = readFileSync('docs/capacity.md', 'utf8');
  const [, said = ''] = /one check a day, in all +\| +([\d,]+)/.exec(doc) ?? [];
  expect(Math.round(steady)).toBe(Number(said.replaceAll(',', '')));
});

test.each([
  ['src/domain/platform/ledgers/volumes.ts', 'fullBytes: 4e9'],
  ['src/objects/ledger/request-lines.ts', 'LINES_AT_ONCE = 20_000'],
  ['src/db/delete-in-slices.ts', 'ROWS_PER_SLICE = 500'],
  ['src/db/delete-in-slices.ts', 'SLICES_PER_RUN = 10'],
  ['src/config/config.ts', 'DEFAULT_REQUEST_LOG_DAYS = 7'],
])('%s still says %s, with which the bench computes', (file, text) => {
  expect(readFileSync(file, 'utf8')).toContain(text);
});

test('the totals of the filled list are those of the nightly recount', async () => {
  const [database, nowMs] = [new DatabaseSync(':memory:'), Date.now()];
  migrate(database);
  await fillList(database, 2_000, nowMs);
  const totals = () =>
    database.prepare('SELECT * FROM session_days WHERE value <> 0 ORDER BY 1, 2, 3, 4, 5').all();
  const filled = totals();
  expect(filled.length).toBeGreaterThan(100);
  await fillSessionCounts(database, lastDays(nowMs, SESSION_DAYS + 2));
  expect(totals()).toEqual(filled);
});
