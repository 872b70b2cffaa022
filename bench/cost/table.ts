// Prints counts and prices in the format of docs/performance.md.
import { printMarkdown, printTitle, quantile } from '../report.ts';
import { countsBy, type Counts } from './counts.ts';
import { describe, type JourneyName, LATER } from './journeys.ts';
import {
  judgeCheck,
  type Least,
  type Part,
  PARTS,
  priceOf,
  sumOfParts,
  type Use,
} from './price.ts';
import { PRICED_ON, PRICES } from './prices.ts';
import type { Metered } from './metered-service.ts';

export type Runs = Map<JourneyName, Metered[]>;

/** The columns of the table of counts. */
const COLUMNS: readonly (readonly [title: string, valueOf: (counts: Counts) => number])[] = [
  ['Requests', (one) => one.requests],
  ['Messages', (one) => one.messages],
  ['D1 rows read', (one) => one.d1RowsRead],
  ['written', (one) => one.d1RowsWritten],
  ['Object requests', (one) => one.objectCalls + one.alarmsRun],
  ['rows read', (one) => one.objectRowsRead],
  ['written', (one) => one.objectRowsWritten],
  ['of them alarms', (one) => one.alarmsSet],
  ['Rows written, all', (one) => one.d1RowsWritten + one.objectRowsWritten],
  ['Seconds at work', (one) => one.activeMs / 1000],
  ['in memory', (one) => one.residentMs / 1000],
];

/** @param later the counts of the work that follows a check */
export function printCounts(runs: Runs, later: Counts): void {
  printTitle('Counts of one, medians (least-most)');
  printMarkdown(
    ['Journey', ...COLUMNS.map(([title]) => title), 'CPU ms, local'],
    [
      ...[...runs].map(([name, all]) => [
        describe(name).title,
        ...COLUMNS.map(([, valueOf]) => spread(all.map(({ counts }) => valueOf(counts)))),
        spread(all.map(({ cpuMs }) => Math.round(cpuMs))),
      ]),
      [LATER, ...COLUMNS.map(([, valueOf]) => shorten(valueOf(later))), ''],
    ],
  );
}

export const medianUse = (name: JourneyName, all: readonly Metered[]): Use => ({
  counts: countsBy((count) =>
    quantile(
      all.map(({ counts }) => counts[count]),
      0.5,
    ),
  ),
  cpuMs: quantile(
    all.map(({ cpuMs }) => cpuMs),
    0.5,
  ),
  elsewhereMs: describe(name).elsewhere?.cpuMs ?? { least: 0, most: 0 },
});

export function printPrices(rows: readonly (readonly [title: string, use: Use])[]): void {
  printTitle(`US dollars for 1,000, list prices of ${PRICED_ON}`);
  printMarkdown(
    ['Journey', ...PARTS, 'all'],
    rows.map(([title, use]) => {
      const parts = priceOf(use);
      return [title, ...PARTS.map((part: Part) => range(parts[part])), range(sumOfParts(parts))];
    }),
  );
  for (const url of new Set(Object.values(PRICES).map((price) => price.url))) console.log(url);
}

export function printGoals(use: Use): void {
  printTitle('A check at the edge with one webhook, beside what is wanted');
  printMarkdown(
    ['What', 'Figure', 'Wanted', ''],
    judgeCheck(use).map(({ what, figure, wanted, isKept }) => [
      what,
      shorten(figure),
      String(wanted),
      isKept ? 'kept' : 'missed',
    ]),
  );
}

/** Prints the rows that objects write, by binding and by kind of data. */
export function printWritten(runs: Runs): void {
  for (const [name, all] of runs) {
    printTitle(`Rows that objects write: ${describe(name).title}`);
    const rows = Object.entries(all.at(-1)?.written ?? {}).toSorted(([, a], [, b]) => b - a);
    printMarkdown(
      ['What', 'Rows'],
      rows.map(([what, count]) => [what, String(count)]),
    );
  }
}

function spread(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(shorten);
  const middle = shorten(quantile(values, 0.5));
  return least === most ? middle : `${middle} (${least}-${most})`;
}

function range({ least, most }: Least): string {
  const [from, to] = [(1000 * least).toFixed(4), (1000 * most).toFixed(4)];
  return from === to ? from : `${from}-${to}`;
}

const shorten = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(value < 1 ? 3 : 1);
