import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { counted, readProcessorMs, sumOfChildren } from '../../../scripts/check/processor-time.ts';

const file = join(mkdtempSync(join(tmpdir(), 'times-')), 'times');

function run(...command: string[]) {
  const [program, ...args] = counted('true', file, command);
  return spawnSync(program, args).status;
}

test('a command’s time includes its child processes, and its exit code is kept', () => {
  const work =
    'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';
  const inside = `require('node:child_process').spawnSync('node', ['-e', ${JSON.stringify(work)}]);`;
  expect(run('node', '-e', `${inside} process.exit(3)`)).toBe(3);
  expect(readProcessorMs(file)).toBeGreaterThanOrEqual(300);
});

test('the time of a killed command is unknown', () => {
  const [program, ...args] = counted('kill -9 $$', file, ['true']);
  spawnSync(program, args);
  expect(readProcessorMs(file)).toBeUndefined();
});

test('minutes count, of user and system, and only of the children', () => {
  expect(sumOfChildren('9m9.000s 9m9.000s\n1m2.500s 0m1.250s\n')).toBe(63_750);
  expect(sumOfChildren('0m0.000s 0m0.000s\n')).toBeUndefined();
});
