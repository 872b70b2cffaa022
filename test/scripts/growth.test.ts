// The arithmetic of bench/growth, and the figures that it measures.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measureAudit } from '../../bench/growth/audit.ts';
import { measureFigures } from '../../bench/growth/figures.ts';
import {
  BYTES_PER_SESSION,
  d1On,
  daysUntilFull,
  figureBytes,
  ledgerAlarms,
  ledgerOf,
  limitsOf,
  MOVED_PER_DAY,
  ratesOf,
  zipf,
  type CheckUse,
} from '../../bench/growth/model.ts';

const USE: CheckUse = {
  d1Rows: 40,
  objectRows: 50,
  alarms: 10,
  messages: 4,
  lines: 2,
  pictureRows: 13,
};
test('the second customer by Zipf’s law has half of the first one’s share, and all shares are 1', () => {
  const shares = zipf(1_000);
  expect(shares[1]).toBeCloseTo((shares[0] ?? 0) / 2);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  // The 1,000th harmonic number is 7.4855.
  expect(shares[0]).toBeCloseTo(1 / 7.4855, 5);
});

test('D1 has the sessions of seven days, what is billed forever, and the figures of nine days', () => {
  const load = { checksPerDay: 1_000_000 };
  const week = 7 * 1_000_000 * BYTES_PER_SESSION;
  const figures = { bytes: 1_000, leavingBytes: 10 };
  expect(d1On(load, figures, 3)).toEqual({ ofSessions: (3 * week) / 7, ofFigures: 3_030, late: 0 });
  expect(d1On(load, figures, 90)).toEqual({ ofSessions: week, ofFigures: 90_090, late: 0 });
});

const NO_FIGURES = { bytes: 0, leavingBytes: 0 };

test('what the schedules cannot move in a day stays in D1, and adds up', () => {
  const load = { checksPerDay: MOVED_PER_DAY + 100 };
  expect(d1On(load, NO_FIGURES, 8).late).toBe(100);
  expect(d1On(load, NO_FIGURES, 17)).toMatchObject({
    late: 1_000,
    ofSessions: (7 * load.checksPerDay + 1_000) * BYTES_PER_SESSION,
  });
});

test('D1 is full on the first day on which it would have to hold more than it can', () => {
  // A week of sessions takes 4.662 GB.
  const { degraded, down, full } = daysUntilFull(
    { checksPerDay: 1_000_000 },
    { bytes: 1e8, leavingBytes: 0 },
  );
  expect([degraded, down, full]).toEqual([24, 49, 54]);
  expect(daysUntilFull({ checksPerDay: 1_000 }, NO_FIGURES).full).toBeUndefined();
});

test('figures of a day are interpolated between the numbers of checks that were measured', () => {
  const measured = [
    { checks: 10, bytes: 1_000 },
    { checks: 1_000, bytes: 3_000 },
  ];
  const bytesAt = (checks: number) => figureBytes({ checksPerDay: checks, shares: [1] }, measured);
  expect([1, 10, 100, 1_000, 50_000].map(bytesAt)).toEqual([1_000, 1_000, 2_000, 3_000, 3_000]);
  expect(figureBytes({ checksPerDay: 200, shares: [0.5, 0.5] }, measured)).toBe(4_000);
});

test('the measured figures grow with the checks of a day, but much more slowly', async () => {
  const [few, , many] = await measureFigures();
  expect(many?.leavingBytes).toBeGreaterThan(2 * (few?.leavingBytes ?? 0));
  expect(many?.leavingBytes).toBeLessThan(20 * (few?.leavingBytes ?? 0));
  // D1 keeps one row per customer and day, regardless of the number of checks.
  expect(many?.bytes).toBeLessThan(100);
  expect(few?.bytes).toBeGreaterThan(50);
  // In the ledger, the figures that leave D1 take up less than a tenth of the space that they took
  // up in D1.
  expect(many?.ledgerBytes).toBeLessThan((many?.leavingBytes ?? 0) / 10);
});

test('an entry of an audit log takes up less space on a day with more of them', () => {
  const [few, , many] = measureAudit();
  expect(many?.inD1).toBeGreaterThan(500);
  expect(few?.inD1).toBeGreaterThan(many?.inD1 ?? Infinity);
  // What stays of an entry that has moved is its link and its digest.
  expect(many?.inD1Moved).toBeLessThan((many?.inD1 ?? 0) / 3);
  expect(few?.inD1Moved).toBe(many?.inD1Moved);
  expect(many?.inLedger).toBeGreaterThan(300);
});

test('rates are those of a day’s mean, and the busiest customer has its share of them', () => {
  const rates = ratesOf({ checksPerDay: 864_000, shares: [0.5, 0.5] }, USE);
  expect(rates).toMatchObject({ checks: 10, d1Rows: 400, objectRows: 500, alarms: 100 });
  expect(rates.busiest).toEqual({ checks: 5, lines: 10, pictureRows: 65 });
});

test('a ledger keeps seven days of lines, and deletes once an hour or for each 20,000 of them', () => {
  expect(ledgerOf({ lines: 1_000_000, bytesPerLine: 100 })).toEqual({
    bytesPerDay: 1e8,
    keptBytes: 7e8,
    volumesPerMonth: 0.75,
    alarmsPerDay: 50,
  });
  expect(ledgerOf({ lines: 10, bytesPerLine: 100 }).alarmsPerDay).toBe(24);
  expect(ledgerAlarms({ checksPerDay: 500_000, shares: [1, 0] }, USE)).toBe(74);
});

test('limits are in the order in which a growing installation meets them', () => {
  const limits = limitsOf(USE, 0.1);
  const order = limits.map(({ checksPerDay }) => checksPerDay);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(limits.find(({ what }) => what.includes('move'))?.checksPerDay).toBe(MOVED_PER_DAY);
});

test('the size of a session is the one of docs/capacity.md', () => {
  const doc = readFileSync('docs/capacity.md', 'utf8');
  expect(doc).toContain(`${BYTES_PER_SESSION} bytes a session`);
});

test.each([
  ['src/domain/platform/ledgers/volumes.ts', 'FULL_BYTES = 4e9'],
  ['src/objects/ledger/request-lines.ts', 'LINES_AT_ONCE = 20_000'],
  [
    'src/domain/integration/moved-sessions/move-sessions.ts',
    '[SLICE, SLICES_PER_RUN] = [2_500, 7]',
  ],
  ['src/domain/verification/rules/session/moved-rows.ts', 'KEPT_IN_D1_DAYS = 7'],
  ['src/domain/operations/analytics/outcomes.ts', 'OUTCOMES_KEPT_DAYS = 8'],
  ['src/config/config.ts', 'DEFAULT_REQUEST_LOG_DAYS = 7'],
])('%s still says %s, with which the bench computes', (file, text) => {
  expect(readFileSync(file, 'utf8')).toContain(text);
});
