// `npm run bench -- forge`: a forger speaks the verification page's protocol to the service and the
// face Worker as deployed, and the table shows why the forger was refused. How often forgers
// succeed is not tested here.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('a photograph that never turns gets its verdict over HTTP, with the reason from the log', async () => {
  const options = ['--sessions=1', '--only=still', '--levels=standard'];
  const { stdout } = await promisify(execFile)(process.execPath, [
    'bench/main.ts',
    'forge',
    ...options,
  ]);
  expect(stdout).toMatch(/^\| still +\| standard \| 0 of 1 \|.*\| liveness: other_pose 1 \|$/m);
});
