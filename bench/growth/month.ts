// Prints the sizes, rates and limits that model.ts computes.
import { printMarkdown, printTitle } from '../report.ts';
import type { DayOfFigures } from './figures.ts';
import {
  D1_BYTES,
  d1On,
  daysUntilFull,
  figureBytes,
  ledgerAlarms,
  ledgerOf,
  MOVED_PER_DAY,
  PEAK,
  ratesOf,
  SESSION_DAYS,
  type CheckUse,
  type FiguresPerDay,
  type Limit,
  type Load,
} from './model.ts';

/** The days, counted from the first check, on which the size of D1 is printed. */
const DAYS = [1, 3, 7, 30, 90, 180, 365];

const count = (value: number): string => Math.round(value).toLocaleString('en');
const short = (value: number): string => (value < 100 ? value.toFixed(1) : count(value));
const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** The measurements that the totals are computed from. */
interface Sizes {
  use: CheckUse;
  bytesPerLine: number;
  bytesPerSession: number;
  figures: readonly DayOfFigures[];
}

const figuresPerDay = (load: Load, figures: readonly DayOfFigures[]): FiguresPerDay => ({
  bytes: figureBytes(load, figures),
  leavingBytes: figureBytes(
    load,
    figures.map(({ checks, leavingBytes: bytes }) => ({ checks, bytes })),
  ),
});

export function printDays(load: Load, sizes: Sizes): void {
  const { checksPerDay, shares } = load;
  const customers = `${count(shares.length)} customers by Zipf's law`;
  printTitle(`Computed: ${count(checksPerDay)} checks a day, ${customers}`);
  const perDay = figuresPerDay(load, sizes.figures);
  const full = daysUntilFull(load, perDay);
  const on = (day: number | undefined) => (day === undefined ? 'never' : `on day ${day}`);
  console.log(
    `D1 gets ${(perDay.bytes / 1e6).toFixed(1)} MB of figures a day, which it keeps, and`,
  );
  console.log(`${(perDay.leavingBytes / 1e6).toFixed(1)} MB a day that leave after nine days. It`);
  console.log(`has the sessions of ${SESSION_DAYS} days. It is at 70 % ${on(full.degraded)}, at`);
  console.log(`95 % ${on(full.down)}, full ${on(full.full)}.\n`);
  printMarkdown(
    ['day', 'sessions in D1, GB', 'figures, GB', 'of its 10 GB', 'sessions, late'],
    DAYS.map((day) => {
      const { ofSessions, ofFigures, late } = d1On(load, perDay, day);
      const share = Math.round((100 * (ofSessions + ofFigures)) / D1_BYTES);
      return [String(day), gigabytes(ofSessions), gigabytes(ofFigures), `${share} %`, count(late)];
    }),
  );
  const due = `${count(checksPerDay)} sessions are due a day`;
  console.log(`\n${due}; the schedules move ${count(MOVED_PER_DAY)}.`);
  printLedgerSizes(load, sizes);
}

function printLedgerSizes({ checksPerDay, shares }: Load, sizes: Sizes): void {
  const { use, bytesPerLine, bytesPerSession } = sizes;
  printTitle('Computed: ledgers, with lines of 7 days, events of 30 and sessions of 180');
  const [first = 0] = shares;
  const middle = shares[Math.floor(shares.length / 2)] ?? 0;
  printMarkdown(
    ['customer', 'checks a day', 'MB a day', 'MB kept', 'volumes a month', 'alarms a day'],
    [['the busiest', first] as const, ['the median', middle] as const].map(([name, share]) => {
      const checks = share * checksPerDay;
      const lines = checks * use.lines;
      const ledger = ledgerOf({ lines, bytesPerLine, checks, bytesPerSession });
      return [
        name,
        count(share * checksPerDay),
        (ledger.bytesPerDay / 1e6).toFixed(2),
        (ledger.keptBytes / 1e6).toFixed(2),
        ledger.volumesPerMonth.toFixed(3),
        count(ledger.alarmsPerDay),
      ];
    }),
  );
}

export function printRates(load: Load, use: CheckUse): void {
  printTitle('Computed: rates');
  const { busiest, ...all } = ratesOf(load, use);
  const rows: (readonly [what: string, rate: number])[] = [
    ['checks', all.checks],
    ['rows written to D1', all.d1Rows],
    ['transactions of D1, by an earlier count', all.d1Transactions],
    ['rows written by objects', all.objectRows],
    ['alarms set by checks', all.alarms],
    ['alarms of ledgers', ledgerAlarms(load, use) / 86_400],
    ['messages', all.messages],
    ['checks of the busiest customer', busiest.checks],
    ['lines of its ledger, an object', busiest.lines],
    ['rows of its shown pictures, an object', busiest.pictureRows],
  ];
  printMarkdown(
    ['what', 'a second', `at a peak of ${PEAK} times`, 'a day'],
    rows.map(([what, rate]) => [what, short(rate), short(PEAK * rate), count(86_400 * rate)]),
  );
}

export function printLimits(limits: readonly Limit[]): void {
  printTitle('Computed: what breaks first, as checks a day grow');
  printMarkdown(
    ['what', 'checks a day', 'assumed'],
    limits.map(({ what, checksPerDay, assumes = '' }) => [what, count(checksPerDay), assumes]),
  );
}
