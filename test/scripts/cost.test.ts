// The arithmetic of bench/cost: what is counted, and what it costs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lengthOf, noCounts, sumOf } from '../../bench/cost/counts.ts';
import { judgeCheck, PARTS, priceOf, sumOfParts, type Use } from '../../bench/cost/price.ts';
import { PRICES } from '../../bench/cost/prices.ts';
import { USES } from '../../scripts/deploy/costs.ts';

const NOTHING: Use = { counts: noCounts(), cpuMs: 0, elsewhereMs: { least: 0, most: 0 } };

const using = (counts: Partial<Use['counts']>): Use => ({
  ...NOTHING,
  counts: { ...noCounts(), ...counts },
});

/** The price of this usage a million times over, in US dollars. */
const million = (use: Use): number => Math.round(1e12 * sumOfParts(priceOf(use)).most) / 1e6;

test.each([
  ['nothing', NOTHING, 0],
  ['a request', using({ requests: 1 }), 0.3],
  ['a batch, which is a request', using({ batches: 1 }), 0.3],
  ['a message, which is three operations', using({ messages: 1 }), 1.2],
  ['a row read from D1', using({ d1RowsRead: 1 }), 0.001],
  ['a row written to D1', using({ d1RowsWritten: 1 }), 1],
  ['a call of an object', using({ objectCalls: 1 }), 0.15],
  ['an alarm that rang', using({ alarmsRun: 1 }), 0.15],
  ['a row written by an object', using({ objectRowsWritten: 1 }), 1],
  ['an alarm that is set, whose row is counted', using({ alarmsSet: 1 }), 0],
  ['a second in memory, which is 128 MB for a second', using({ residentMs: 1_000 }), 1.6],
  ['a millisecond of CPU', { ...NOTHING, cpuMs: 1 }, 0.02],
  ['that of another Worker', { ...NOTHING, elsewhereMs: { least: 0, most: 1 } }, 0.02],
  ['a call of another Worker', using({ faceCalls: 1, documentCalls: 1, walletCalls: 1 }), 0],
])('%s costs what the list says', (_name, use, usd) => {
  expect(million(use)).toBe(usd);
});

test('the least is the time at work and the requests without batches, the most is in memory and all of them', () => {
  const parts = priceOf(using({ activeMs: 1_000, residentMs: 10_000, requests: 1, batches: 1 }));
  expect(parts['object time'].most).toBeCloseTo(10 * parts['object time'].least);
  expect(parts.requests.most).toBeCloseTo(2 * parts.requests.least);
  expect(Object.keys(parts)).toEqual([...PARTS]);
});

test('a check is compared with what is wanted, and what is missed is said', () => {
  const kept = using({ d1RowsWritten: 15, objectRowsWritten: 55 });
  expect(judgeCheck(kept).map(({ figure, isKept }) => [figure, isKept])).toEqual([
    [15, true],
    [70, true],
    [0.07, true],
  ]);
  const missed = using({ d1RowsWritten: 16, objectRowsWritten: 55, residentMs: 60_000 });
  expect(judgeCheck(missed).map(({ isKept }) => isKept)).toEqual([false, false, false]);
});

test.each([
  ['none', [], 0, 0],
  ['one', [[5, 8]], 3, 13],
  [
    'two that overlap, in any order',
    [
      [4, 9],
      [0, 5],
    ],
    9,
    19,
  ],
  [
    'one within another',
    [
      [0, 9],
      [2, 3],
    ],
    9,
    19,
  ],
  [
    'two with a gap that is waited for',
    [
      [0, 1],
      [6, 7],
    ],
    2,
    17,
  ],
  [
    'two far apart',
    [
      [0, 1],
      [100, 101],
    ],
    2,
    22,
  ],
] as const)(
  'of spans, %s: overlaps count once, with and without lingering',
  (_name, spans, at, with10) => {
    expect([lengthOf(spans), lengthOf(spans, 10)]).toEqual([at, with10]);
  },
);

test('counts are added up by name', () => {
  const [one, other] = [using({ requests: 1, d1RowsRead: 2 }), using({ requests: 3 })];
  expect(sumOf([one.counts, other.counts])).toEqual({ ...noCounts(), requests: 4, d1RowsRead: 2 });
});

test('the deployment prints the same prices', () => {
  const printed = Object.fromEntries(
    USES.map(({ resource, perMillion }) => [resource, perMillion]),
  );
  expect(printed).toEqual({
    'requests to Workers': PRICES.workerRequest.perMillion,
    'requests to Durable Objects': PRICES.objectRequest.perMillion,
    'operations of Queues': PRICES.queueOperation.perMillion,
    'rows written to D1': PRICES.d1RowWritten.perMillion,
    'rows written by objects': PRICES.objectRowWritten.perMillion,
    'milliseconds of CPU': PRICES.workerCpuMs.perMillion,
  });
});

test('every class of objects is metered', () => {
  const metered = readFileSync('test/support/counted/metered/worker.ts', 'utf8');
  const bound = [...readFileSync('wrangler.toml', 'utf8').matchAll(/^class_name = "(\w+)"$/gm)];
  const classes = bound.map(([, name]) => name ?? '');
  expect(classes.length).toBeGreaterThan(5);
  expect(classes.filter((name) => !metered.includes(`export const ${name} = `))).toEqual([]);
});
