// Checks the GitHub workflows without running them: everything that they refer to exists, and
// together they run every phase of `npm test`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { estimateJob, PROCESSOR_SECONDS } from '../../scripts/check/job-times.ts';
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

/** The longest that a job of check.yml should take. */
const MOST_SECONDS = 6 * 60;

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

const named = (name: string, job: string): Job | undefined =>
  workflows.find(([file]) => file === name)?.[1].jobs[job];

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

test('every job of check.yml is expected to take six minutes at most, and is stopped after ten', () => {
  const check = named('check.yml', 'check');
  const times = (check?.strategy?.matrix?.include ?? []).map(({ only = '', shard = '1/1' }) => {
    const [, shards = ''] = shard.split('/');
    return [`${only} ${shard}`, estimateJob(only.split(','), Number(shards))] as const;
  });
  expect(times.length).toBeGreaterThan(0);
  expect(times.filter(([, seconds]) => seconds > MOST_SECONDS)).toEqual([]);
  expect(check?.['timeout-minutes']).toBe(10);
});

test('the time of every phase is known', () => {
  expect(Object.keys(PROCESSOR_SECONDS).toSorted()).toEqual(
    PHASES.map(({ name }) => name).toSorted(),
  );
  expect(() => estimateJob(['sculpture'], 1)).toThrow('sculpture');
});

/** Matches references to actions, each with the version in the comment after it. */
const USES = /^\s*(?:- )?uses: (\S+)(?: # (\S+))?$/gm;

const usesIn = (source: string) =>
  Array.from(source.matchAll(USES), ([, action = '', version]) => ({ action, version }));

const isPinned = ({ action, version = '' }: { action: string; version?: string | undefined }) =>
  /^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40}$/.test(action) && /^v\d+\.\d+\.\d+$/.test(version);

test.each([
  ['- uses: actions/checkout@v6', false],
  ['- uses: actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803', false],
  ['- uses: actions/checkout@d23441a # v6.1.0', false],
  ['uses: actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803 # v6.1.0', true],
])('"%s" is pinned: %s', (line, expected) => {
  expect(usesIn(line).map(isPinned)).toEqual([expected]);
});

test('every action is pinned to a commit with its version as a comment, the same one everywhere', () => {
  const sources = workflows.map(([name]) => readFileSync(join(FOLDER, name), 'utf8'));
  const used = sources.flatMap(usesIn);
  const steps = jobs.flatMap(([, { steps }]) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.map(({ action }) => action).toSorted()).toEqual(steps.toSorted());
  expect(used.filter((use) => !isPinned(use))).toEqual([]);
  const commits = Map.groupBy(used, ({ action }) => action.split('@')[0]);
  for (const [name, all] of commits)
    expect([name, new Set(all.map(({ action, version }) => `${action} ${version}`)).size]).toEqual([
      name,
      1,
    ]);
});

test('Dependabot moves the actions', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8')) as {
    updates: { 'package-ecosystem': string }[];
  };
  expect(updates.map((update) => update['package-ecosystem'])).toContain('github-actions');
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
  const project = readFileSync('sdk/python/pyproject.toml', 'utf8');
  const supported = /^requires-python = ">=3\.(\d+)"$/m.exec(project);
  const classified = project.matchAll(/"Programming Language :: Python :: (3\.\d+)"/g);
  expect(python?.strategy?.matrix?.['python']).toEqual(
    [10, 11, 12, 13, 14]
      .filter((minor) => minor >= Number(supported?.[1]))
      .map((minor) => `3.${minor}`),
  );
  // The package's classifiers on PyPI list the same versions.
  expect(Array.from(classified, ([, version]) => version)).toEqual(
    python?.strategy?.matrix?.['python'],
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

test('only the job that publishes may write, and it is started by hand, on main or a tag, after the packages were tried', () => {
  const writers = jobs.filter(([, { permissions }]) => mayWrite(permissions));
  expect(writers.map(([name]) => name)).toEqual(['release.yml publish']);
  const publish = named('release.yml', 'publish');
  expect(publish?.if).toBe(
    "github.event_name == 'workflow_dispatch' && (github.ref == 'refs/heads/main' || startsWith(github.ref, 'refs/tags/v'))",
  );
  const tried = named('release.yml', 'try')?.steps.flatMap(({ run }) => run ?? []) ?? [];
  expect(tried).toContain('npm run sdk:publish -- --dry-run');
  expect(tried.some((line) => line.startsWith('pip wheel'))).toBe(true);
  expect(publish?.steps.flatMap(({ run }) => run ?? [])).toContain(
    'npm run sdk:publish -- --provenance',
  );
});
