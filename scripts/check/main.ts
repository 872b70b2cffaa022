// `npm test` after the packages are installed, and `npm run test:fast`: runs the phases in
// parallel. It prints a line for each phase and the complete output of failed phases, and at the
// end the times, the slowest tests and the retries. A phase whose inputs have not changed since it
// passed is skipped, unless `--all` is passed or the run is in CI.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startGroup, type ProcessGroup } from '../process-group.ts';
import { examineMachine } from './machine.ts';
import { PHASE_INPUTS } from './phase-inputs.ts';
import { PHASES, type Phase } from './phases.ts';
import { counted, readProcessorMs } from './processor-time.ts';
import { listUntested } from './programs.ts';
import { judgeRetries, listFailed, withoutRuntimeLines } from './report.ts';
import {
  clock,
  countTests,
  describeSkipped,
  sumOfTests,
  tableOfPhases,
  tableOfSlowest,
} from './tables.ts';
import { isGreen, type PhaseRun, runPhases } from './run-phases.ts';
import { selectPhases } from './selection.ts';
import { runsEverything, Stamps } from './stamps.ts';
import { readTally, TALLY_FILE } from './tally.ts';

const FOLDER = '.cache/check';
const TALLY = join(FOLDER, 'tally.jsonl');
/**
 * The number of phases in parallel, tuned for two cores; one phase can use more than one core. A
 * page with a camera keeps the CPU busy while it is open, so tests of such pages would take longer
 * and use more CPU time if a third phase ran alongside. A third phase therefore runs only once
 * those tests have ended; it uses the time when the other two are idle.
 */
const SIDE_BY_SIDE = 2;
const SLOWEST = 20;
const CHEAPER = {
  // Hundreds of processes load the same modules, so they share Node's compile cache.
  NODE_COMPILE_CACHE: resolve('.cache/node'),
  // The type checker and the linter are Go programs, which end before garbage collection would pay
  // off.
  GOGC: '400',
};
/**
 * The `nice` value of phases without real-time tests, so that they yield the CPU to phases with
 * such tests.
 */
const NICENESS = 5;

const running = new Set<ProcessGroup>();
/**
 * The maximum time for a phase. Only a phase that hangs exceeds it: the longest phase takes up to
 * 40 minutes on a slow machine when tests of other phases have to be retried.
 */
const PATIENCE_MS = 70 * 60_000;
let isCalledOff = false;

interface Wanted {
  isFast: boolean;
  runsAll: boolean;
  only: string | undefined;
  shard: string | undefined;
}

async function check({ isFast, runsAll, only, shard }: Wanted): Promise<boolean> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(TALLY, '');
  const startMs = performance.now();
  const quick = PHASES.filter(({ isSlow }) => !isFast || isSlow !== true);
  const phases = selectPhases(quick, { only, shard });
  const stamps = new Stamps({
    root: '.',
    folder: join(FOLDER, 'stamps'),
    inputs: PHASE_INPUTS,
    machine: examineMachine(),
    env: process.env,
    runsAll,
  });
  const results = await runPhases(phases, SIDE_BY_SIDE, (phase) =>
    // Shards leave no stamp, because a shard that passed proves nothing about the rest of its
    // phase.
    shard === undefined ? runOrSkip(phase, stamps) : runPhase(phase),
  );
  const { tests, steps } = readTally(TALLY);
  const skipped = results.filter(({ outcome }) => outcome === 'skipped');
  const retries = judgeRetries(tests, steps, sumOfTests(skipped));
  // With too many retries, it is unknown which phase is unreliable, so all phases that passed in
  // this run have to run again next time.
  if (retries.isTooMany)
    for (const { name, outcome } of results) if (outcome === 'passed') stamps.remove(name);
  const report = [
    ...tableOfPhases(results, performance.now() - startMs),
    '',
    ...tableOfSlowest(tests, SLOWEST),
    '',
    ...retries.lines,
    ...countTests(results),
    ...(isFast ? [] : listUntested().map((line) => `\n${line}`)),
  ];
  console.log(`\n${report.join('\n')}`);
  return results.every(isGreen) && !retries.isTooMany;
}

async function runOrSkip(phase: Phase, stamps: Stamps): Promise<PhaseRun> {
  const { name } = phase;
  const result = await stamps.runUnlessUnchanged(name, () => runPhase(phase));
  const { passedAt } = result;
  if (passedAt !== undefined) console.log(`skipped ${describeSkipped({ name, passedAt })}`);
  return result;
}

/**
 * @returns whether the phase passed; its output is in .cache/check/ and, after a failure, on the
 *   screen
 */
async function runPhase({ name, command, isInRealTime = false }: Phase): Promise<PhaseRun> {
  // Cancelling a run stops its phases, which frees their slots, but no other phase may start.
  if (isCalledOff) return { hasPassed: false };
  const startMs = performance.now();
  const niceness = isInRealTime ? 0 : NICENESS;
  const times = join(FOLDER, `${name}.times`);
  const [program, ...args] = withNiceness(niceness, times, command);
  const own = { [TALLY_FILE]: TALLY, NICENESS: String(niceness) };
  const env = { ...CHEAPER, ...process.env, ...own };
  const group = startGroup(name, program, args, env);
  running.add(group);
  // A phase that hangs has failed; its output shows where it hangs.
  const overdue = setTimeout(() => void group.stop(), PATIENCE_MS);
  const { exitCode, output } = await group.ended;
  clearTimeout(overdue);
  running.delete(group);
  if (isCalledOff) return { hasPassed: false };
  writeFileSync(join(FOLDER, `${name}.log`), output);
  const hasPassed = exitCode === 0;
  console.log(`${hasPassed ? 'passed' : 'FAILED'} ${name}, ${clock(performance.now() - startMs)}`);
  if (!hasPassed) {
    for (const line of listFailed(readTally(TALLY).tests, name)) console.log(line);
    console.log(`\n${withoutRuntimeLines(output)}\n`);
  }
  const processorMs = readProcessorMs(times);
  const tests = readTally(TALLY).tests.filter(({ phase }) => phase === name).length;
  return { hasPassed, tests, ...(processorMs !== undefined && { processorMs }) };
}

/**
 * Sets the niceness of both the session and the process: Linux may schedule sessions first
 * (autogroup), then the processes in each.
 */
const withNiceness = (niceness: number, times: string, command: Phase['command']) => {
  const set = `{ echo ${niceness} > /proc/self/autogroup; } 2> /dev/null`;
  return counted(set, times, ['nice', '-n', String(niceness), ...command]);
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isCalledOff = true;
    void Promise.all([...running].map((group) => group.stop())).then(() => process.exit(1));
  });

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    fast: { type: 'boolean', default: false },
    only: { type: 'string' },
    shard: { type: 'string' },
  },
});
const { fast: isFast, all, only, shard } = values;
try {
  const runsAll = runsEverything(all, process.env);
  process.exitCode = (await check({ isFast, runsAll, only, shard })) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
