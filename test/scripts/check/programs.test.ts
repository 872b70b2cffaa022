import { expect, test } from 'vitest';
import { NO_PYTHON } from '../../../scripts/check/find-python.ts';
import { listInstalled, listUntested } from '../../../scripts/check/programs.ts';

test('what this machine cannot test is named with the missing program', () => {
  expect(listUntested((name) => name !== 'deno', 'python3')).toEqual([
    'NOT TESTED: the SDK in Deno, because deno is not installed.',
  ]);
  expect(listUntested(() => true, 'python3')).toEqual([]);
});

test('without any program each skipped test has its line', () => {
  const lines = listUntested(() => false);
  for (const name of ['Bun', 'Deno', 'bash', 'zsh', 'fish'])
    expect(lines.filter((line) => line.includes(` in ${name}, `))).toHaveLength(1);
});

test('an installed program is an input of a phase, and is not reported as missing', () => {
  const installed = listInstalled().map((line) => line.split(' ', 1)[0]);
  const missing = listUntested()
    .filter((line) => line !== NO_PYTHON)
    .map((line) => /(\w+) is not installed/.exec(line)?.[1]);
  expect([...installed, ...missing]).toHaveLength(5);
});
