import { expect, test } from 'vitest';
import { NO_PYTHON } from '../../../scripts/check/find-python.ts';
import { listInstalled, listUntested } from '../../../scripts/check/programs.ts';

test('what a machine does not test is named with the program that is missing', () => {
  expect(listUntested((name) => name !== 'deno', 'python3')).toEqual([
    'NOT TESTED: the SDK in Deno, because deno is not installed.',
  ]);
  expect(listUntested(() => true, 'python3')).toEqual([]);
});

test('without any program each test that is skipped has its line', () => {
  const lines = listUntested(() => false);
  for (const name of ['Bun', 'Deno', 'bash', 'zsh', 'fish'])
    expect(lines.filter((line) => line.includes(` in ${name}, `))).toHaveLength(1);
});

test('a program that is installed is an input of a phase, and is not named as missing', () => {
  const installed = listInstalled().map((line) => line.split(' ', 1)[0]);
  const missing = listUntested()
    .filter((line) => line !== NO_PYTHON)
    .map((line) => /(\w+) is not installed/.exec(line)?.[1]);
  expect([...installed, ...missing]).toHaveLength(5);
});
