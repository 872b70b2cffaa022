// Runs the SDK in the runtimes installed on this machine, with the scripts that sdk.yml runs in all
// of them.
import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
beforeAll(() => {
  const { status, stderr } = run(process.execPath, 'scripts/sdk/build.ts');
  if (status !== 0) throw new Error(stderr);
});

const MAIN = 'scripts/sdk/runtimes/main.mjs';
const RUNTIMES: [name: string, command: string, ...args: string[]][] = [
  ['Node', process.execPath, MAIN],
  ['workerd', process.execPath, 'scripts/sdk/runtimes/workerd.mjs'],
  ['Bun', 'bun', MAIN],
  ['Deno', 'deno', 'run', '--allow-read', MAIN],
];

test.each(RUNTIMES)('works in %s', (name, command, ...args) => {
  if (name !== 'Node' && name !== 'workerd' && run(command, '--version').status !== 0) {
    console.error(`NOT TESTED: the SDK in ${name}, which is not here.`);
    return;
  }
  const { status, stdout, stderr } = run(command, ...args);
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect(stdout.match(/^ok: /gm)).toHaveLength(2);
});
