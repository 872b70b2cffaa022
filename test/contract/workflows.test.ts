// Checks the GitHub workflows without running them: everything that they refer to exists, and
// together they run every phase of `npm test`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PHASES } from '../../scripts/check/phases.ts';
import { selectPhases } from '../../scripts/check/selection.ts';

const FOLDER = '.github/workflows';

interface Step {
  uses?: string;
  run?: string;
}

interface Row {
  only?: string;
  shard?: string;
}

/** The permissions by scope, or a single permission for all scopes: `read-all` or `write-all`. */
type Permissions = Record<string, string> | string;

interface Job {
  permissions?: Permissions;
  if?: string;
  'timeout-minutes'?: number;
  strategy?: { matrix?: Record<string, unknown> & { include?: Row[] } };
  steps: Step[];
}

interface Workflow {
  permissions?: Permissions;
  jobs: Record<string, Job>;
}

const workflows = readdirSync(FOLDER).map(
  (name) => [name, parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow] as const,
);
const jobsOf = ([name, { jobs }]: (typeof workflows)[number]) =>
  Object.entries(jobs).map(([job, of]) => [`${name} ${job}`, of] as const);
const jobs = workflows.flatMap(jobsOf);

test('every phase is checked, and each of its shards once', () => {
  const rows = jobs.flatMap(([, { strategy }]) => strategy?.matrix?.include ?? []);
  const checked = rows.filter((row): row is Row & { only: string } => row.only !== undefined);
  const shares = new Map<string, string[]>();
  for (const { only, shard } of checked) {
    // The call throws if no phase or shard has that name.
    selectPhases(PHASES, { only, shard });
    for (const name of only.split(','))
      shares.set(name, [...(shares.get(name) ?? []), shard ?? '1/1']);
  }
  expect([...shares.keys()].toSorted()).toEqual(PHASES.map(({ name }) => name).toSorted());
  for (const taken of shares.values()) {
    const parts = taken.length;
    expect(taken).toEqual(Array.from({ length: parts }, (_, at) => `${at + 1}/${parts}`));
  }
});

test('workflows may only read the source, and further permissions are declared by the job', () => {
  for (const [, { permissions }] of workflows) expect(permissions).toEqual({ contents: 'read' });
});

test('every job has a time limit, and keeps no credentials for the code that it runs', () => {
  for (const [name, job] of jobs) {
    expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
    const checkouts = job.steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    for (const step of checkouts)
      expect([name, step]).toEqual([
        name,
        expect.objectContaining({ with: { 'persist-credentials': false } }),
      ]);
  }
});

test('no step interpolates an expression into its script', () => {
  const scripts = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

const named = (name: string, job: string): Job | undefined =>
  workflows.find(([file]) => file === name)?.[1].jobs[job];

test('the SDKs are tested on every runtime that they support, by a script of the repository', () => {
  const javascript = named('sdk.yml', 'javascript');
  const python = named('sdk.yml', 'python');
  expect(javascript?.strategy?.matrix?.['runtime']).toEqual([
    'node-20',
    'node-22',
    'node-24',
    'bun',
    'deno',
    'workerd',
  ]);
  const supported = /^requires-python = ">=3\.(\d+)"$/m.exec(
    readFileSync('sdk/python/pyproject.toml', 'utf8'),
  );
  expect(python?.strategy?.matrix?.['python']).toEqual(
    [10, 11, 12, 13, 14]
      .filter((minor) => minor >= Number(supported?.[1]))
      .map((minor) => `3.${minor}`),
  );
});

test('every script and command of the repository that a step runs exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const lines = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
  for (const line of lines) {
    for (const [, name = ''] of line.matchAll(/npm run (?:--silent )?([\w:]+)/g))
      expect([line, scripts[name]]).toEqual([line, expect.any(String)]);
    for (const [path] of line.matchAll(/(?:^|\s)(?:scripts|\.ci)\/[\w./-]+/g))
      expect([path.trim(), existsSync(path.trim())]).toEqual([path.trim(), true]);
  }
});

/**
 * Whether a job may write anything other than scanner findings (`security-events`). Jobs on pull
 * requests may write nothing else.
 */
const mayWrite = (permissions: Permissions = {}): boolean =>
  typeof permissions === 'string'
    ? permissions !== 'read-all'
    : Object.entries(permissions).some(
        ([what, may]) => may === 'write' && what !== 'security-events',
      );

test.each<[Permissions | undefined, boolean]>([
  ['write-all', true],
  [{ contents: 'write' }, true],
  [{ contents: 'read', 'id-token': 'write' }, true],
  ['read-all', false],
  [{ 'security-events': 'write' }, false],
  [undefined, false],
])('a job with the permissions %j may write: %j', (permissions, expected) => {
  expect(mayWrite(permissions)).toBe(expected);
});

test('only the job that publishes may write, and it is started by hand, on main, after the packages were tried', () => {
  const writers = jobs.filter(([, { permissions }]) => mayWrite(permissions));
  expect(writers.map(([name]) => name)).toEqual(['release.yml publish']);
  const publish = named('release.yml', 'publish');
  expect(publish?.if).toBe(
    "github.event_name == 'workflow_dispatch' && github.ref == 'refs/heads/main'",
  );
  const tried = named('release.yml', 'try')?.steps.flatMap(({ run }) => run ?? []) ?? [];
  expect(tried).toContain('npm run sdk:publish -- --dry-run');
  expect(tried.some((line) => line.startsWith('pip wheel'))).toBe(true);
  expect(publish?.steps.flatMap(({ run }) => run ?? [])).toContain(
    'npm run sdk:publish -- --provenance',
  );
});
