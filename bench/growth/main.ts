// `npm run bench -- growth`, after `npm run build`: finds out where the service breaks as it grows.
// It measures the ledger of a customer with 10,000,000 request-log lines (`--lines=`), the ledger
// of a customer with 1,000,000 sessions (`--sessions=10000000` for ten times as many), how much
// space figures and audit logs take up, and which resources a check uses. From these measurements
// it projects a year of 1,000,000 checks per day (`--checks=`) by 1,000 customers (`--customers=`),
// whose shares follow Zipf's law, with a peak of five times the mean. Linux only.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { inSeconds, printMarkdown, printStolenTime, printTitle } from '../report.ts';
import { measureAudit } from './audit.ts';
import { measureFigures, type DayOfFigures } from './figures.ts';
import { measureLedgers, type LedgerFigures } from './ledgers.ts';
import { measureSessions, type SessionFigures } from './sessions.ts';
import { limitsOf, zipf, type CheckUse, type Load } from './model.ts';
import { printDays, printLimits, printRates } from './month.ts';
import { measureUse } from './use.ts';

/** The goals for the CPU time of a page, in ms: a first page, any other page, a search by user. */
const WANTED = { first: 5, any: 15, search: 20 };

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '10000000' },
    sessions: { type: 'string', default: '1000000' },
    checks: { type: 'string', default: '1000000' },
    customers: { type: 'string', default: '1000' },
  },
});
const [lines, sessions, checksPerDay, customers] = [
  values.lines,
  values.sessions,
  values.checks,
  values.customers,
].map((text) => {
  const value = Number(text);
  if (!(value >= 1)) throw new Error('Every option is a number from 1 on.');
  return value;
}) as [number, number, number, number];

const inMs = (ms: number | undefined): string => (ms === undefined ? '' : ms.toFixed(1));
const count = (value: number): string => Math.round(value).toLocaleString('en');

function printLedgers(found: LedgerFigures): void {
  const size = `${count(found.lines)} lines in ${found.volumes} volumes`;
  printTitle(`Measured: the ledger of a customer, ${size}`);
  const each = found.bytes / found.lines;
  console.log(`${(found.bytes / 1e6).toFixed(0)} MB, ${each.toFixed(0)} bytes a line.`);
  const [line, write] = [1_000 * found.cpuMsPerLine, found.cpuMsPerWrite];
  console.log(`Filled in ${inSeconds(found.fillMs)}, by ${line.toFixed(1)} µs of CPU a line;`);
  console.log(`a write of one line takes ${write.toFixed(2)} ms.\n`);
  printMarkdown(
    ['page of 25', 'lines', 'CPU ms, all of workerd', 'wanted'],
    found.pages.map((page) => [
      page.name,
      count(page.lines),
      inMs(page.cpuMs),
      String(page.name.startsWith('first') ? WANTED.first : WANTED.any),
    ]),
  );
}

function printSessions(found: SessionFigures): void {
  const size = `${count(found.sessions)} sessions in ${found.volumes} volumes`;
  printTitle(`Measured: the list of a customer, ${size}`);
  const each = (found.bytes / found.sessions).toFixed(0);
  console.log(`${(found.bytes / 1e9).toFixed(2)} GB, ${each} bytes a session with its indexes.`);
  const session = (1_000 * found.cpuMsPerSession).toFixed(1);
  console.log(`Filled in ${inSeconds(found.fillMs)}, by ${session} µs of CPU a session.\n`);
  printMarkdown(
    ['page of 25', 'sessions', 'first, CPU ms', 'wanted', 'last, CPU ms', 'wanted'],
    found.lists.map(({ name, total, firstMs, lastMs }) => [
      name,
      count(total),
      inMs(firstMs),
      String(name.includes('user') ? WANTED.search : WANTED.first),
      inMs(lastMs),
      lastMs === undefined ? '' : String(name.includes('user') ? WANTED.search : WANTED.any),
    ]),
  );
}

function printFigures(figures: readonly DayOfFigures[]): void {
  printTitle('Measured: the figures of a customer and a day');
  printMarkdown(
    [
      'checks',
      'kB in D1 for good',
      'kB there for all customers together',
      'kB in D1 for nine days',
      'kB in the ledger',
    ],
    figures.map(({ checks, ...sizes }) => [
      count(checks),
      ...[sizes.bytes, sizes.commonBytes, sizes.leavingBytes, sizes.ledgerBytes].map((bytes) =>
        (bytes / 1_000).toFixed(2),
      ),
    ]),
  );
}

function printAudit(): void {
  printTitle('Measured: an entry of the audit log of a customer');
  printMarkdown(
    ['entries a day', 'bytes in D1', 'bytes in D1 after it has moved', 'bytes in the ledger'],
    measureAudit().map(({ entriesPerDay, ...sizes }) => [
      count(entriesPerDay),
      ...[sizes.inD1, sizes.inD1Moved, sizes.inLedger].map((bytes) => count(bytes)),
    ]),
  );
}

function printUse(use: CheckUse): void {
  printTitle('Measured: a check at the edge with a webhook');
  const { d1Rows, objectRows, alarms, messages, lines: ofLog, pictureRows } = use;
  console.log(`${d1Rows} rows of D1, ${objectRows} of objects, of them ${alarms} alarms;`);
  console.log(`${messages} messages, ${ofLog} lines of the request log, ${pictureRows} pictures.`);
}

const startedMs = Date.now();
const use = await measureUse();
printUse(use);
const ledgers = await measureLedgers(lines);
printLedgers(ledgers);
const listed = await measureSessions(sessions);
printSessions(listed);
const figures = await measureFigures();
printFigures(figures);
printAudit();
const load: Load = { checksPerDay, shares: zipf(customers) };
printDays(load, {
  use,
  bytesPerLine: ledgers.bytes / ledgers.lines,
  bytesPerSession: listed.bytes / listed.sessions,
  figures,
});
printRates(load, use);
printLimits(limitsOf(use, load.shares[0] ?? 0));
console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
console.log(`It took ${inSeconds(Date.now() - startedMs)}.`);
printStolenTime();
