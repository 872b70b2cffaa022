// Prints the computed month (model.ts).
import { printMarkdown, printTitle } from '../report.ts';
import {
  bytesPerCheck,
  D1_BYTES,
  d1BytesOn,
  daysUntilFull,
  DELETED_PER_DAY,
  keptOf,
  ledgerAlarms,
  ledgerOf,
  PEAK,
  ratesOf,
  type CheckUse,
  type Kind,
  type Limit,
  type Load,
} from './model.ts';

/** The days that are printed: those of the first month, and days on which old sessions are due. */
const DAYS = [1, 2, 3, 7, 30, 60, 210];

const count = (value: number): string => Math.round(value).toLocaleString('en');
const short = (value: number): string => (value < 100 ? value.toFixed(1) : count(value));
const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

export function printDays(
  kinds: readonly Kind[],
  { checksPerDay, shares }: Load,
  { use, bytesPerLine }: { use: CheckUse; bytesPerLine: number },
): void {
  const customers = `${count(shares.length)} customers by Zipf's law`;
  printTitle(`Computed: ${count(checksPerDay)} checks a day, ${customers}`);
  const full = daysUntilFull(kinds, checksPerDay);
  console.log(`D1 takes ${count(bytesPerCheck(kinds))} bytes a check until old rows are deleted:`);
  console.log(`70 % on day ${full.degraded.toFixed(1)}, 95 % on day ${full.down.toFixed(1)},`);
  console.log(`full on day ${full.full.toFixed(1)}. Later days are what it would have to hold.\n`);
  const forgotten = kinds.filter(({ rows }) => rows > 0);
  printMarkdown(
    ['day', 'D1, GB', 'of its 10 GB', ...forgotten.map(({ name }) => `${name}, late`)],
    DAYS.map((day) => [
      String(day),
      gigabytes(d1BytesOn(kinds, checksPerDay, day)),
      `${Math.round((100 * d1BytesOn(kinds, checksPerDay, day)) / D1_BYTES)} %`,
      ...forgotten.map((kind) => count(keptOf(kind, checksPerDay, day).late)),
    ]),
  );
  const due = `${count(checksPerDay)} rows of each kind are due a day`;
  console.log(`\n${due}; the schedules delete ${count(DELETED_PER_DAY)}.`);
  printLedgerSizes({ checksPerDay, shares }, { use, bytesPerLine });
}

function printLedgerSizes(
  { checksPerDay, shares }: Load,
  { use, bytesPerLine }: { use: CheckUse; bytesPerLine: number },
): void {
  printTitle('Computed: ledgers, with lines of 7 days and events of 30');
  const [first = 0] = shares;
  const middle = shares[Math.floor(shares.length / 2)] ?? 0;
  printMarkdown(
    ['customer', 'checks a day', 'MB a day', 'MB kept', 'volumes a month', 'alarms a day'],
    [['the busiest', first] as const, ['the median', middle] as const].map(([name, share]) => {
      const checks = share * checksPerDay;
      const ledger = ledgerOf(checks * use.lines, bytesPerLine, checks);
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
