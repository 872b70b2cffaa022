// `npm run bench` lists what can be measured, and runs only the selected part.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

function bench(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, ['bench/main.ts', ...args], {
    encoding: 'utf8',
  });
  const listed = [...stderr.matchAll(/^ {2}([\w-]+) +\w/gm)].map(([, name]) => name);
  return { status, stderr, listed };
}

test('without a name it lists every program of bench/ except the storm, which has its own command, and runs none', () => {
  const { status, listed } = bench();
  const folders = readdirSync('bench', { withFileTypes: true, recursive: true })
    .filter(({ name, parentPath }) => name === 'main.ts' && parentPath !== 'bench')
    .map(({ parentPath }) => parentPath.replace('bench/', ''));
  expect(listed.length).toBeGreaterThan(5);
  expect(listed).toEqual(folders.filter((name) => name !== 'storm').toSorted());
  expect(status).toBe(2);
});

test.each(['cover', 'constructor', '../scripts/totp', '--only=cost'])(
  'the unknown name %s is refused, and the list is printed',
  (name) => {
    const { status, stderr, listed } = bench(name);
    expect(status).toBe(2);
    expect(stderr).toContain(`There is no bench "${name}".`);
    expect(listed).toContain('page');
  },
);

test('options after the name reach the program, which refuses unknown options', () => {
  const { status, stderr } = bench('nightly', '--sesions=1000');
  expect(status).toBe(1);
  expect(stderr).toContain("Unknown option '--sesions'");
});
