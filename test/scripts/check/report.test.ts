import { describe, expect, test } from 'vitest';
import {
  judgeRetries,
  listFailed,
  withoutRuntimeLines,
  type TestRecord,
} from '../../../scripts/check/report.ts';
import { clock, countTests, tableOfPhases, tableOfSlowest } from '../../../scripts/check/tables.ts';

const record = (name: string, durationMs = 1, retries = 0): TestRecord => ({
  phase: 'node',
  name,
  durationMs,
  retries,
});
const many = (count: number) => Array.from({ length: count }, (_, i) => record(`t${i}`));

describe('a retry', () => {
  test('is printed by test name, from vitest or from the test itself, and counts once per test', () => {
    const tests = [...many(198), { ...record('a', 1, 2), cause: 'Timeout' }, record('b')];
    const steps = [
      { test: 'a', step: 'another attempt after timed_out' },
      { test: 'b', step: 'another attempt after too_fast\nand the rest of a message' },
    ];
    expect(judgeRetries(tests, steps)).toEqual({
      lines: [
        'Retried: 2 of 200 tests (1.00 %).',
        '  a (2×): Timeout',
        '  a: another attempt after timed_out',
        '  b: another attempt after too_fast',
      ],
      isTooMany: false,
    });
  });

  test('makes the run fail when more than 1 % of the tests needed one', () => {
    const retried = [record('a', 1, 1), record('b', 1, 1)];
    expect(judgeRetries([...many(198), ...retried], []).isTooMany).toBe(false);
    const { lines, isTooMany } = judgeRetries([...many(197), ...retried], []);
    expect(isTooMany).toBe(true);
    expect(lines[0]).toBe('Retried: 2 of 199 tests (1.01 %), more than the 1 % allowed.');
  });

  test('is measured against skipped tests too, so that a run of few phases does not fail sooner', () => {
    const retried = [record('a', 1, 1), record('b', 1, 1)];
    expect(judgeRetries(retried, []).isTooMany).toBe(true);
    expect(judgeRetries(retried, [], 197).isTooMany).toBe(true);
    const { lines, isTooMany } = judgeRetries(retried, [], 198);
    expect(isTooMany).toBe(false);
    expect(lines[0]).toBe('Retried: 2 of 200 tests (1.00 %).');
  });

  test('makes a run without tests fail as soon as a step was repeated', () => {
    expect(judgeRetries([], []).isTooMany).toBe(false);
    expect(judgeRetries([], [{ test: 'a', step: 'once more' }]).isTooMany).toBe(true);
  });
});

test('a failed phase lists each failed test by name with the first line of its error', () => {
  const failed = { ...record('a', 1, 1), cause: 'expected 1 to be 2', hasFailed: true };
  const elsewhere = { ...failed, phase: 'browser', name: 'b' };
  const retried = { ...record('c', 1, 1), cause: 'Timeout' };
  expect(listFailed([failed, elsewhere, retried, record('d')], 'node')).toEqual([
    '  failed: a: expected 1 to be 2',
  ]);
});

test('the table of phases shows how each ended and how long all took', () => {
  const results = [
    { name: 'types', outcome: 'passed', durationMs: 1_300, processorMs: 2_000 },
    { name: 'browser', outcome: 'failed', durationMs: 185_000, processorMs: 241_000 },
    { name: 'gallery', outcome: 'not run', durationMs: 0 },
  ] as const;
  expect(tableOfPhases(results, 186_000)).toEqual([
    '| Phase   | Outcome | Time       | CPU time   |',
    '| ------- | ------- | ---------- | ---------- |',
    '| types   | passed  | 1.3 s      | 2.0 s      |',
    '| browser | failed  | 3 min 05 s | 4 min 01 s |',
    '| gallery | not run | 0.0 s      |            |',
    '| all     | failed  | 3 min 06 s | 4 min 03 s |',
  ]);
});

describe('a run with skipped phases', () => {
  const passed = { name: 'types', outcome: 'passed', durationMs: 1_300, tests: 0 } as const;
  const node = { name: 'node', outcome: 'passed', durationMs: 2_000, tests: 1_900 } as const;
  const skipped = (name: string, tests: number) =>
    ({
      name,
      outcome: 'skipped',
      durationMs: 0,
      tests,
      passedAt: '2026-11-26T14:03:59.123Z',
    }) as const;

  test('names them with the reason, and counts their tests separately', () => {
    expect(countTests([passed, node, skipped('gallery', 71), skipped('nets', 222)])).toEqual([
      'Tests: 1900 ran, 293 were skipped with their phases, which --all runs:',
      '  gallery: nothing changed since it passed on 2026-11-26 14:03 UTC',
      '  nets: nothing changed since it passed on 2026-11-26 14:03 UTC',
    ]);
    expect(countTests([passed, node])).toEqual(['Tests: 1900 ran.']);
  });

  test('does not read like a run that passed everything', () => {
    const lastOf = (results: Parameters<typeof tableOfPhases>[0]) =>
      tableOfPhases(results, 0).at(-1)?.split('|')[2]?.trim();
    expect(lastOf([passed, node])).toBe('passed');
    expect(lastOf([passed, node, skipped('gallery', 71)])).toBe('1 of 3 skipped');
    expect(lastOf([{ ...node, outcome: 'failed' }, skipped('gallery', 71)])).toBe('failed');
  });

  test('says so in capitals when no test ran at all', () => {
    expect(countTests([passed, skipped('node', 1_900)])[0]).toBe(
      'Tests: NONE ran, 1900 were skipped with their phases, which --all runs:',
    );
  });
});

test('the slowest tests come first, limited to the requested number', () => {
  expect(tableOfSlowest([record('a', 10), record('b | c', 61_000), record('d', 2_000)], 2)).toEqual(
    [
      '| Slowest tests | Time       |',
      '| ------------- | ---------- |',
      '| b \\| c        | 1 min 01 s |',
      '| d             | 2.0 s      |',
    ],
  );
});

test.each([
  [0, '0.0 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 00 s'],
  [125_400, '2 min 05 s'],
])('%d ms are printed as %s', (ms, written) => {
  expect(clock(ms)).toBe(written);
});

test('messages of the runtime itself are removed from a failure’s output', () => {
  const output = [
    'console warning; message = Called .text() on an HTTP body',
    ' FAIL  workers test/a.test.ts > a test',
    'exception = rust/worker/ffi.rs:110: disconnected: Connection reset by peer',
    'stack: /home/x/node_modules/workerd@28a3c60',
    '    at async D1Entry.fetch (file:///index.js)',
    '    at async readRow (src/db/rows.ts:7:3)',
    'Error: exception = 4',
  ];
  expect(withoutRuntimeLines(output.join('\n')).split('\n')).toEqual([
    ' FAIL  workers test/a.test.ts > a test',
    '    at async readRow (src/db/rows.ts:7:3)',
    'Error: exception = 4',
  ]);
});
