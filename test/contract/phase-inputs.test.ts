// Checks the declared inputs of each phase of `npm test`. A phase is skipped while its inputs are
// unchanged, so every file that its tests depend on must be among them.
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { PHASE_INPUTS } from '../../scripts/check/phase-inputs.ts';
import { PHASES } from '../../scripts/check/phases.ts';
import { listMatches } from '../../scripts/hash-files.ts';
import config from '../../vitest.config.ts';
import { findNamedPaths, reachFrom } from './phase-reach.ts';
import { listFiles, readSourceFile, readSourceFiles } from './source-files.ts';

const FOLDERS = [
  'bench',
  'data',
  'docs',
  'examples',
  'migrations',
  'scripts',
  'sdk',
  'src',
  'test',
  'widget',
];
const files = [...readSourceFiles(FOLDERS), readSourceFile('vitest.config.ts')];

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
  setupFiles?: string[];
  globalSetup?: string[] | string;
  environment?: string;
}

const projects = (config.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? [project.test as unknown as Project] : [],
);

const isAmong = (globs: readonly string[], path: string): boolean =>
  globs.some((glob) => matchesGlob(path, glob));

/**
 * Lists the files that vitest loads for a project: its test files, and those that its configuration
 * names.
 */
function startsOf({
  include,
  exclude = [],
  setupFiles = [],
  globalSetup = [],
  environment,
}: Project): string[] {
  const tests = listFiles(['test']).filter(
    (path) => isAmong(include, path) && !isAmong(exclude, path),
  );
  const loaded = [
    ...setupFiles,
    ...[globalSetup].flat(),
    ...(environment?.startsWith('.') ? [environment] : []),
  ];
  return ['vitest.config.ts', ...loaded.map((path) => path.replace(/^\.\//, '')), ...tests];
}

test.each(projects.filter(({ name }) => name !== 'node'))(
  'inputs of $name include everything that its tests import or name',
  (project) => {
    const starts = startsOf(project);
    expect(starts.length).toBeGreaterThan(5);
    const globs = PHASE_INPUTS[project.name] ?? [];
    const missing = [...reachFrom(starts, files)].filter((path) => !isAmong(globs, path));
    expect(missing).toEqual([]);
  },
);

test('the inputs of node include every file, because contract tests read everything', () => {
  const all = [...files.map(({ path }) => path), ...listFiles(['docs', 'migrations', '.ci'])];
  expect(all.filter((path) => !isAmong(PHASE_INPUTS['node'] ?? [], path))).toEqual([]);
});

test.each(['browser', 'workers', 'alone'])(
  'inputs of %s include the whole service, which it runs',
  (name) => {
    const service = [...listFiles(['migrations']), ...files.map(({ path }) => path)].filter(
      (path) => /^(src|migrations)\//.test(path),
    );
    expect(service.filter((path) => !isAmong(PHASE_INPUTS[name] ?? [], path))).toEqual([]);
  },
);

test.each(Object.entries(PHASE_INPUTS))('every glob of %s matches a file', async (_name, globs) => {
  const present = globs.filter((glob) => glob !== '.env*' && !glob.startsWith('dist/'));
  const found = await Promise.all(present.map((glob) => listMatches('.', [glob])));
  expect(present.filter((_glob, place) => found[place]?.length === 0)).toEqual([]);
});

test('paths named in code are found, and those in imports and comments are not', () => {
  const source = [
    "import type { A } from '../../src/app.ts';",
    '// As `docs/cli.md` has it.',
    "const a = spawn('node', ['scripts/totp.ts', 'no/such/file.ts', '../..']);",
    "const b = new URL('../../data/line-reader.bin', import.meta.url);",
    'const c = readFileSync(`migrations/${name}`);',
    "const d = readdirSync('examples');",
    "const e = join('node_modules/vite/package.json', 'data');",
  ].join('\n');
  expect(findNamedPaths('test/flows/a.ts', source)).toEqual([
    'scripts/totp.ts',
    'data/line-reader.bin',
    'migrations',
    'examples',
  ]);
});

test('every phase has inputs, except two that manage without', () => {
  const without = PHASES.map(({ name }) => name).filter((name) => !(name in PHASE_INPUTS));
  expect(without).toEqual(['build', 'format']);
  expect(
    Object.keys(PHASE_INPUTS).filter((name) => PHASES.every((phase) => phase.name !== name)),
  ).toEqual([]);
});
