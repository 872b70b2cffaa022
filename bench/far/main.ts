// `npm run bench -- far --rtt=280 --object=10`: measures how long journeys of visitors and sites in
// five places take, in workerd, with every binding call delayed by its network time: `--rtt` is the
// round trip from Sydney to the database, `--object` the round trip to a nearby Durable Object. All
// journeys run first without replicas of the database, then with them. Other options: `--runs=20`
// of each journey, `--only=Sydney`. Prints p50 and p95 of the network time, which counts
// overlapping calls once, in tables formatted like those in docs/performance.md, and below them the
// time that this machine itself takes.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { runAgate } from '../oauth/agate.ts';
import { printMarkdown, printStolenTime, printTitle, quantile } from '../report.ts';
import { JOURNEYS, Traveller, type Journey, type Spent } from './journeys.ts';
import { placesWith, type Distances, type Place } from './places.ts';

const { values } = parseArgs({
  options: {
    rtt: { type: 'string', default: '280' },
    object: { type: 'string', default: '10' },
    runs: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const [rtt, object, runs] = [Number(values.rtt), Number(values.object), Number(values.runs)];
if (!(rtt >= 0 && object >= 0 && runs >= 1))
  throw new Error('--rtt and --object are milliseconds, --runs is a number from 1 on.');

/** The goals for journeys from Sydney (docs/performance.md). */
const GOALS: Partial<Record<Journey, { alone: string; copies: string }>> = {
  authorize: { alone: '600', copies: '350' },
  signIn: { alone: '1,600', copies: '1,600' },
  refresh: { alone: `${object + 20}`, copies: `${object + 20}` },
};

/** The journeys that read from a replica. */
const READS_COPIES: ReadonlySet<Journey> = new Set(['authorize', 'signIn']);

const places = placesWith(rtt).filter(({ name }) => name.includes(values.only));
if (places.length === 0) throw new Error(`There is no place ${values.only}.`);
const agate = await runAgate('test/support/counted/far/worker.ts');
try {
  for (const copies of [false, true]) {
    printTitle(copies ? 'With copies of the database' : 'Without copies');
    const columns: Record<Journey, Spent>[][] = [];
    for (const place of places) columns.push(await measure(place, copies));
    printTable(columns, copies);
  }
  console.log(`\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  printStolenTime();
} finally {
  await agate.miniflare.dispose();
}

async function measure(place: Place, copies: boolean): Promise<Record<Journey, Spent>[]> {
  const distances: Distances = {
    place: place.name,
    databaseMs: place.databaseMs,
    replicaMs: copies ? place.replicaMs : place.databaseMs,
    objectMs: object,
  };
  const traveller = new Traveller(agate, distances, place.region);
  await traveller.prepare();
  // The first run is not counted, because a new isolate has to load clients and keys.
  await traveller.travel();
  const spent: Record<Journey, Spent>[] = [];
  for (let run = 0; run < runs; run++) spent.push(await traveller.travel());
  return spent;
}

/** Prints the table in the format of docs/performance.md. */
function printTable(columns: readonly Record<Journey, Spent>[][], copies: boolean): void {
  const all = Object.entries(JOURNEYS) as [Journey, string][];
  const journeys = copies ? all.filter(([journey]) => READS_COPIES.has(journey)) : all;
  const way = copies ? 'way to the nearest copy' : 'way to the database';
  const ways = places.map((place) => String(copies ? place.replicaMs : place.databaseMs));
  printMarkdown(
    ['Journey', ...places.map(({ name }) => name), 'Wanted'],
    [
      [way, ...ways, ''],
      ...journeys.map(([journey, name]) => [
        name,
        ...columns.map((runs) => spread(runs.map((one) => one[journey].waysMs))),
        GOALS[journey]?.[copies ? 'copies' : 'alone'] ?? '',
      ]),
    ],
  );
  console.log("\nThe machine's own work, which is not in them:");
  for (const [journey, name] of journeys) {
    const rest = columns.flat().map((one) => one[journey].allMs - one[journey].waysMs);
    console.log(`  ${name}: ${inMs(quantile(rest, 0.5))} ms`);
  }
}

function spread(ms: readonly number[]): string {
  return `${inMs(quantile(ms, 0.5))}, ${inMs(quantile(ms, 0.95))}`;
}

function inMs(ms: number): string {
  return Math.round(ms).toLocaleString('en');
}
