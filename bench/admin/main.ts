// `npm run bench:admin`: times every query of the admin API with 1 %, 10 % and 100 % of 200,000 accounts, and prints its
// plan. `-- --shares=0.01` runs the small size only, `--people=1000000 --shares=1` a larger one.
import { mkdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { adminQueries, type Query } from './queries.ts';
import { migrate, seed, sizeOf } from './seed.ts';

const FILE = '.cache/bench-admin.sqlite';
const RUNS = 15;

function run(database: DatabaseSync, { sql, params }: Query): unknown[] {
  return database.prepare(sql).all(...(params as (string | number | null)[]));
}

/** @returns the median, in milliseconds */
function time(database: DatabaseSync, query: Query): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    run(database, query);
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

function planOf(database: DatabaseSync, query: Query): string {
  const plan = run(database, { ...query, sql: `EXPLAIN QUERY PLAN ${query.sql}` });
  return (plan as { detail: string }[]).map(({ detail }) => detail).join(' | ');
}

const { values } = parseArgs({
  options: {
    shares: { type: 'string', default: '0.01,0.1,1' },
    people: { type: 'string', default: '200000' },
  },
});
const people = Number(values.people);
const shares = values.shares.split(',').map(Number);

mkdirSync('.cache', { recursive: true });
rmSync(FILE, { force: true });
const database = new DatabaseSync(FILE);
database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
migrate(database);
const rows = new Map<string, { times: number[]; plan: string }>();
let filled = sizeOf(0);
for (const share of shares) {
  const size = sizeOf(people * share);
  seed(database, filled, size, sizeOf(people));
  filled = size;
  for (const [name, query] of adminQueries((one) => run(database, one))) {
    const row = rows.get(name) ?? { times: [], plan: planOf(database, query) };
    row.times.push(time(database, query));
    rows.set(name, row);
  }
  console.log(
    `${size.accounts} accounts, ${size.logins} sign-ins, ${size.audit} entries measured.`,
  );
}
const heads = shares.map((share) => `${share * 100} %`.padStart(8)).join(' ');
console.log(`\n${'milliseconds at'.padEnd(46)} ${heads}   plan`);
for (const [name, { times, plan }] of rows)
  console.log(
    `${name.padEnd(46)} ${times.map((ms) => ms.toFixed(3).padStart(8)).join(' ')}   ${plan}`,
  );
database.close();
rmSync(FILE, { force: true });
