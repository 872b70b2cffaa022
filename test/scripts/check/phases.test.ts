import { expect, test } from 'vitest';
import { PHASES } from '../../../scripts/check/phases.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import config from '../../../vitest.config.ts';

test('every test project is a phase', () => {
  const projects = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? [project.test?.name] : [],
  );
  expect(projects.length).toBeGreaterThan(4);
  const run = PHASES.flatMap(({ command }) => command)
    .filter((word) => word.startsWith('--project='))
    .map((word) => word.slice('--project='.length));
  expect(new Set(run)).toEqual(new Set(projects));
  expect(run).toHaveLength(projects.length);
});

test('every phase that calls a script of package.json has one', () => {
  const scripts = PHASES.filter(({ command }) => command[0] === 'npm').map(
    ({ command }) => command.at(-1) ?? '',
  );
  expect(scripts).toEqual(expect.arrayContaining(['types', 'lint', 'format:check', 'build']));
  expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

test('every test project depends on the build, which no run leaves out', () => {
  const projects = PHASES.filter(({ command }) => command[0] === 'vitest');
  expect(projects.map(({ after }) => after)).toEqual(projects.map(() => 'build'));
  expect(PHASES.find(({ name }) => name === 'build')?.isSlow).toBeUndefined();
});

test('every phase depends on existing phases', () => {
  const names = PHASES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(PHASES.filter(({ after }) => after !== undefined && !names.includes(after))).toEqual([]);
});
