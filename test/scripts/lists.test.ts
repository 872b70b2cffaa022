// `npm run bench -- lists` with few rows: the counts that it inserts equal those that result when
// rows arrive one by one, and each filter selects the rows that its name describes.
import { execFile } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { insertCustomerRows, SESSION_DAYS } from '../../bench/lists/customer-rows.ts';
import { fillFast, migrate } from '../../bench/lists/fill.ts';
import { choicesOf, findSlow } from '../../bench/lists/lists.ts';
import { insertOperatorRows } from '../../bench/lists/operator-rows.ts';
import { lastDays } from '../../src/domain/terms/locate-page.ts';
import { namesOfCount } from '../../src/domain/verification/rules/session/joined-counts.ts';

const ROWS = 2_000;
const COUNTS = [
  'account_days',
  'audit_counts',
  'daily_counts',
  'oauth_client_days',
  'outcome_days',
  'plan_days',
  'session_days',
  'tenant_audit_counts',
];
const COUNTS_OF_CUSTOMERS = COUNTS.filter(
  (table) => table !== 'account_days' && table !== 'audit_counts',
);

function newDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  return database;
}

const countsOf = (database: DatabaseSync): Record<string, unknown[]> =>
  Object.fromEntries(
    COUNTS.map((table) => [
      table,
      table === 'daily_counts'
        ? countsByName(database)
        : database
            .prepare(`SELECT * FROM ${table} WHERE value <> 0`)
            .all()
            .map((row) => JSON.stringify(row))
            .toSorted(),
    ]),
  );

/**
 * Customers' daily counts by single name: triggers write rows whose name joins several names
 * (D-175), whereas the recount writes one row for each name.
 */
function countsByName(database: DatabaseSync): string[] {
  const totals = new Map<string, number>();
  const rows = database.prepare("SELECT * FROM daily_counts WHERE tenant_id <> ''").all();
  for (const { tenant_id: tenant, name: joined, day, value } of rows)
    for (const name of namesOfCount(String(joined))) {
      const key = [tenant, name, day].join(' ');
      totals.set(key, (totals.get(key) ?? 0) + Number(value));
    }
  return [...totals]
    .filter(([, value]) => value !== 0)
    .map((entry) => entry.join(' '))
    .toSorted();
}

test.each([
  ['customers', insertCustomerRows, SESSION_DAYS + 2, COUNTS_OF_CUSTOMERS],
  [
    'operators',
    insertOperatorRows,
    0,
    ['account_days', 'audit_counts', 'oauth_client_days', 'plan_days'],
  ],
])(
  'bulk-inserted rows of %s have the counts that triggers would give them',
  async (_of, insert, days, counted) => {
    const nowMs = Date.now();
    const [fast, slow] = [newDatabase(), newDatabase()];
    await fillFast(fast, () => insert(fast, ROWS, nowMs), lastDays(nowMs, days));
    slow.exec('PRAGMA foreign_keys = OFF');
    insert(slow, ROWS, nowMs);
    const [expected, found] = [countsOf(slow), countsOf(fast)];
    for (const table of counted) {
      expect([table, found[table]]).toEqual([table, expected[table]]);
      expect([table, found[table]?.length]).not.toEqual([table, 0]);
    }
  },
);

/**
 * Returns the output, whose last line describes the machine. Ignores exit code 1, which only means
 * that a list took too long: the machine may be busy.
 */
const measureLists = (): Promise<string> =>
  promisify(execFile)(process.execPath, ['bench/lists/main.ts', `--rows=${ROWS}`]).then(
    ({ stdout }) => stdout,
    (error: { code?: number; stdout: string }) => {
      if (error.code === 1 && /, Node v\d/.test(error.stdout)) return error.stdout;
      throw error;
    },
  );

test('every list is measured, and filters that match nothing return no row', async () => {
  const stdout = await measureLists();
  const lists = stdout
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const rowsOf = new Map(lists.map(([, name = '', total = '']) => [name, total]));
  expect(rowsOf.size).toBeGreaterThan(150);
  const none = [...rowsOf].filter(([name]) => /that none|unknown|without any|nobody/.test(name));
  expect(none.length).toBeGreaterThan(30);
  expect(none.filter(([, total]) => total !== '0')).toEqual([]);
});

test('a first page slower than 5 ms, or a last page slower than 15 ms, is reported', () => {
  const [quick, slow] = [
    { name: 'quick', firstMs: 5, lastMs: 15 },
    { name: 'slow', firstMs: 5.1, lastMs: 15.1 },
  ];
  expect(findSlow([quick, slow])).toEqual(['slow: 5.1 ms', 'slow, last page: 15.1 ms']);
});

test('combinations are no filter, each filter alone, and each with the previous ones', () => {
  expect(choicesOf({ a: { x: 1 }, b: { y: 2 } })).toEqual([
    ['', {}],
    [', a', { x: 1 }],
    [', b', { y: 2 }],
    [', a, b', { x: 1, y: 2 }],
  ]);
});
