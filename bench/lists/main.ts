// `npm run bench -- lists`: measures the CPU time of every list, search, count and figure with
// 1,000,000 rows in each of the largest tables, and compares it with the goals. Exits with 1 when
// one of them takes longer than its goal, unless it is declared with a reason (`bound`).
// `--rows=20000` sets a smaller size; `--only=customer` or `--only=operators` measures one group.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { lastDays } from '../../src/domain/terms/locate-page.ts';
import { inSeconds, printMarkdown, printStolenTime, printTitle } from '../report.ts';
import { customerFigures, customerLists } from './customer-lists.ts';
import { EMPTY, insertCustomerRows, LARGE, SESSION_DAYS } from './customer-rows.ts';
import { fillFast, migrate } from './fill.ts';
import {
  findSlow,
  WANTED,
  measureFigure,
  measureList,
  type Figure,
  type List,
  type MeasuredList,
} from './lists.ts';
import { contextOn, type ListContext } from './measure.ts';
import { eventIdOf, withLedger } from './ledger.ts';
import { backlogFigures, operatorFigures, operatorLists } from './operator-lists.ts';
import { insertOperatorRows } from './operator-rows.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, only: { type: 'string' } },
});
const rows = Number(values.rows);
const daysOf = (count: number): string[] => lastDays(Date.now(), count);

/**
 * Runs work with a temporary database.
 * @param sessionDays see fillFast
 */
async function withDatabase<T>(
  insert: (database: DatabaseSync, rows: number, nowMs: number) => void,
  sessionDays: readonly string[],
  use: (database: DatabaseSync) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'agate-lists-'));
  const file = join(folder, 'd1.sqlite');
  let database = new DatabaseSync(file);
  try {
    const nowMs = Date.now();
    migrate(database);
    await fillFast(database, () => insert(database, rows, nowMs), sessionDays);
    // Reopens the file, so that the reads start with an empty cache of the default size (2 MB), and
    // not with one that holds the inserted rows.
    database.close();
    database = new DatabaseSync(file);
    console.log(
      `filled in ${inSeconds(Date.now() - nowMs)}, ${(statSync(file).size / 1e9).toFixed(2)} GB`,
    );
    return await use(database);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

const inMs = (ms: number | undefined): string => (ms === undefined ? '' : ms.toFixed(2));

function print(title: string, lists: readonly MeasuredList[]): void {
  printTitle(title);
  printMarkdown(
    ['list', 'rows', 'first page, ms', 'last page, ms'],
    lists.map(({ name, total, firstMs, lastMs }) => [
      name,
      total?.toLocaleString('en') ?? '',
      inMs(firstMs),
      inMs(lastMs),
    ]),
  );
}

async function measureAll(
  title: string,
  lists: readonly List[],
  figures: readonly Figure[],
): Promise<MeasuredList[]> {
  const measured: MeasuredList[] = [];
  for (const list of lists) measured.push(await measureList(list));
  for (const figure of figures) measured.push(await measureFigure(figure));
  print(title, measured);
  return measured;
}

interface Customer {
  tenantId: string;
  endpointId: string;
  /** An event in the middle of the feed. */
  event?: string;
}

async function measureCustomer(
  title: string,
  ctx: ListContext,
  { tenantId, endpointId, event }: Customer,
): Promise<MeasuredList[]> {
  return measureAll(
    title,
    await customerLists(ctx, tenantId, endpointId),
    await customerFigures(ctx, tenantId, event),
  );
}

async function measureCustomers(database: DatabaseSync): Promise<MeasuredList[]> {
  // The large customer has three fifths of the events, the same share as in the tables.
  const events = Math.floor((rows * 3) / 5);
  const large = { tenantId: LARGE, endpointId: 'end_0', event: eventIdOf(Math.floor(events / 2)) };
  const empty = { tenantId: EMPTY, endpointId: 'end_empty' };
  const share = `A customer with three of five of ${rows.toLocaleString('en')} rows`;
  return withLedger(events, large.endpointId, async (ledger) => {
    const ctx = await contextOn(database, ledger);
    return [
      ...(await measureCustomer(share, ctx, large)),
      ...(await measureCustomer('A customer without any', ctx, empty)),
      ...(await measureAll('What waits, for operators', [], await backlogFigures(ctx))),
    ];
  });
}

async function measureOperators(database: DatabaseSync): Promise<MeasuredList[]> {
  const ctx = await contextOn(database);
  const title = `Operators, ${rows.toLocaleString('en')} rows`;
  return measureAll(title, await operatorLists(ctx), await operatorFigures(ctx));
}

const isWanted = (group: string): boolean => values.only === undefined || values.only === group;

const measured = [
  ...(isWanted('customer')
    ? await withDatabase(insertCustomerRows, daysOf(SESSION_DAYS + 2), measureCustomers)
    : []),
  ...(isWanted('operators') ? await withDatabase(insertOperatorRows, [], measureOperators) : []),
];
const slow = findSlow(measured);
const bounded = measured.filter(
  ({ bound, firstMs }) => bound !== undefined && firstMs > WANTED.first,
);
if (bounded.length > 0)
  console.log(
    `\nWith a bound: ${bounded.map(({ name, bound }) => `${name} (${bound})`).join(', ')}`,
  );
console.log(slow.length === 0 ? '\nEverything is as fast as wanted.' : `\n${slow.join('\n')}`);
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
printStolenTime();
if (slow.length > 0) process.exitCode = 1;
