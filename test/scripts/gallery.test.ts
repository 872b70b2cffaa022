// The output of `npm run gallery` for `--help` and for invalid arguments. Rendering takes minutes
// and is not tested here.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

function gallery(...args: string[]) {
  // The time limit stops the program before it can render anything.
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/gallery.ts', ...args], {
    encoding: 'utf8',
    timeout: 100_000,
  });
  return { status, said: stdout + stderr };
}

test('with --help it lists its options and renders nothing', () => {
  const { status, said } = gallery('--help');
  expect(status).toBe(0);
  expect(said).toContain('--compare');
  expect(said).toContain('--accept');
  expect(said).not.toContain('It took');
});

test.each([['--acept'], ['english']])('%s is refused with the same help text', (argument) => {
  const { status, said } = gallery(argument);
  expect(status).toBe(1);
  expect(said).toContain(argument);
  expect(said).toContain('--accept');
});
