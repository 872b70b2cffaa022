// `npm run bench -- cost`, after `npm run build`: measures what is billed for a check, a document,
// a wallet presentation, an age pass and a sign-in, and what that costs at list prices (prices.ts).
// The service runs in workerd with real bindings, and its entry point counts how often they are
// used (test/support/counted/metered). The face and documents Workers are scripted, so the CPU time
// of the real ones is taken from their own benchmarks. The CPU time of the main Worker is
// overstated, because it covers the whole local runtime, including D1, objects and the meter.
// Options: `--runs=5` sets the number of runs of each journey, in addition to one warm-up run;
// `--details` prints where objects write their rows.
import { parseArgs } from 'node:util';
import { DAILY } from '../../src/domain/operations/health/schedule.ts';
import { printStolenTime } from '../report.ts';
import { checkAtEdge, runChecks } from './check-journeys.ts';
import { JOURNEYS, LATER, type Note } from './journeys.ts';
import { meterAfterwards } from './later.ts';
import type { Use } from './price.ts';
import { listIssuer, runProofs } from './proof-journeys.ts';
import { type MeteredService, startService } from './metered-service.ts';
import { runSignIns } from './sign-in-journeys.ts';
import {
  medianUse,
  printCounts,
  printGoals,
  printPrices,
  printWritten,
  type Runs,
} from './table.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    details: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
if (!(runs >= 1)) throw new Error('--runs is a number from 1 on.');

const measured = await within(measureJourneys);
const later = await meterAfterwards((checks, end) =>
  within(async (service) => {
    await endChecks(service, checks);
    return end(service);
  }),
);
const uses = new Map([...measured].map(([name, all]) => [name, medianUse(name, all)]));
const after: Use = { counts: later, cpuMs: 0, elsewhereMs: { least: 0, most: 0 } };
printCounts(measured, later);
printPrices([
  ...[...uses].map(([name, use]) => [JOURNEYS[name].title, use] as const),
  [LATER, after],
]);
const [check] = uses.values();
if (check !== undefined) printGoals(check);
if (values.details) printWritten(measured);
printStolenTime();

/** Runs the work on a service that is started for it alone. */
async function within<T>(work: (service: MeteredService) => Promise<T>): Promise<T> {
  const service = await startService();
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

async function measureJourneys(service: MeteredService): Promise<Runs> {
  const found: Runs = new Map();
  const issuer = await listIssuer(service);
  // The daily schedule creates the keys for age passes.
  await service.meter.runSchedule(DAILY);
  const note: Note = async (name, act) => {
    const { answer, used } = await service.meter.measure(act);
    found.set(name, [...(found.get(name) ?? []), used]);
    return answer;
  };
  for (let run = 0; run <= runs; run += 1) {
    await runChecks(service, note);
    await runProofs(service, note, issuer);
    await runSignIns(service, note);
    // The first run is not counted: it creates the day's count rows and fills the caches of the
    // isolate.
    if (run === 0) found.clear();
  }
  return found;
}

/** Runs checks at the edge to completion, so that only work that becomes due later is left. */
async function endChecks(service: MeteredService, checks: number): Promise<void> {
  await service.meter.runSchedule(DAILY);
  for (let check = 0; check < checks; check += 1)
    await checkAtEdge(service, { key: service.keys.hooked });
  await service.meter.untilIdle();
}
