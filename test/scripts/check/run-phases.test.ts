import { expect, test } from 'vitest';
import type { Phase } from '../../../scripts/check/phases.ts';
import { type PhaseRun, runPhases } from '../../../scripts/check/run-phases.ts';

const phase = (name: string, after?: string): Phase => ({
  name,
  command: ['true'],
  ...(after !== undefined && { after }),
});
/** A phase that gets the processor before all other phases. */
const inTime = (name: string): Phase => ({ ...phase(name), isInRealTime: true });

/** Starts phases that end when the test ends them. */
function start(phases: readonly Phase[], width: number) {
  const running = new Map<string, (run: PhaseRun) => void>();
  const results = runPhases(
    phases,
    width,
    ({ name }) => new Promise((resolve) => running.set(name, resolve)),
  );
  const end = async (name: string, hasPassed = true) => {
    running.get(name)?.({ hasPassed, processorMs: 5 });
    running.delete(name);
    // Phases that were waiting for the ended phase start once pending promises have settled.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { end, results, now: () => [...running.keys()] };
}

test('a fixed number of phases runs at once, and the next begins when one ends', async () => {
  const { end, now, results } = start([inTime('a'), phase('b'), phase('c')], 2);
  expect(now()).toEqual(['a', 'b']);
  await end('b');
  expect(now()).toEqual(['a', 'c']);
  await end('a');
  await end('c');
  expect((await results).map(({ name, outcome }) => [name, outcome])).toEqual([
    ['a', 'passed'],
    ['b', 'passed'],
    ['c', 'passed'],
  ]);
});

test('once the phase in real time has ended, one more runs in parallel', async () => {
  const phases = ['b', 'c', 'd', 'e'].map((name) => phase(name));
  const { end, now } = start([inTime('a'), ...phases], 2);
  expect(now()).toEqual(['a', 'b']);
  await end('a');
  expect(now()).toEqual(['b', 'c', 'd']);
  await end('b');
  expect(now()).toEqual(['c', 'd', 'e']);
});

test('a phase begins after its dependency, and others do not wait for it', async () => {
  const { end, now } = start([phase('a'), phase('b', 'a'), phase('c')], 3);
  expect(now()).toEqual(['a', 'c']);
  await end('a');
  expect(now()).toEqual(['c', 'b']);
});

test('a skipped phase counts as passed, so its dependents begin', async () => {
  const passedAt = '2026-11-26T14:03:00.000Z';
  const results = await runPhases([phase('a'), phase('b', 'a')], 1, ({ name }) =>
    Promise.resolve({ hasPassed: true, tests: 5, ...(name === 'a' && { passedAt }) }),
  );
  expect(results.map(({ name, outcome, tests }) => [name, outcome, tests])).toEqual([
    ['a', 'skipped', 5],
    ['b', 'passed', 5],
  ]);
});

test('a phase whose dependency is left out begins immediately', () => {
  expect(start([phase('b', 'a')], 1).now()).toEqual(['b']);
});

test('after a failure all phases still run, except its dependents', async () => {
  const { end, now, results } = start(
    [phase('a'), phase('b', 'a'), phase('c', 'b'), inTime('d')],
    1,
  );
  await end('a', false);
  expect(now()).toEqual(['d']);
  await end('d');
  expect((await results).map(({ outcome }) => outcome)).toEqual([
    'failed',
    'not run',
    'not run',
    'passed',
  ]);
});
