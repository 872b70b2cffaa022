// Runs the SDK in the runtimes installed on this machine, with the scripts that sdk.yml runs in
// every supported runtime.
import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { isInstalled } from '../../../scripts/check/programs.ts';

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
beforeAll(() => {
  const { status, stderr } = run(process.execPath, 'scripts/sdk/build.ts');
  if (status !== 0) throw new Error(stderr);
});

const MAIN = 'scripts/sdk/runtimes/main.mjs';

function expectToWork(command: string, ...args: string[]): void {
  const { status, stdout, stderr } = run(command, ...args);
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect(stdout.match(/^ok: /gm)).toHaveLength(2);
}

test('works in Node', () => expectToWork(process.execPath, MAIN));
test('works in workerd', () => expectToWork(process.execPath, 'scripts/sdk/runtimes/workerd.mjs'));
// sdk.yml runs Bun and Deno on every change. If either is not installed here, its test is skipped,
// and `npm test` reports this at the end.
test.skipIf(!isInstalled('bun'))('works in Bun', () => expectToWork('bun', MAIN));
test.skipIf(!isInstalled('deno'))('works in Deno', () =>
  expectToWork('deno', 'run', '--allow-read', MAIN),
);
