// GitHub's workflows, which nothing here runs: what they refer to exists, and they leave out no
// phase of `npm test`.
import { readdirSync, readFileSync } from 'node:fs';
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

interface Job {
  'timeout-minutes'?: number;
  strategy?: { matrix?: { include?: { only: string; shard?: string }[] } };
  steps: Step[];
}

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const workflows = readdirSync(FOLDER).map(
  (name) => [name, parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow] as const,
);
const jobsOf = ([name, { jobs }]: (typeof workflows)[number]) =>
  Object.entries(jobs).map(([job, of]) => [`${name} ${job}`, of] as const);
const jobs = workflows.flatMap(jobsOf);

test('every phase is checked, and each share once', () => {
  const rows = jobs.flatMap(([, { strategy }]) => strategy?.matrix?.include ?? []);
  const shares = new Map<string, string[]>();
  for (const { only, shard } of rows) {
    // It throws when no phase or shard has that name.
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

test('a workflow may read the source, and what more it may is said by its job', () => {
  for (const [, { permissions }] of workflows) expect(permissions).toEqual({ contents: 'read' });
});

test('a job ends by itself, and leaves no credentials for what it runs', () => {
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

test('no step puts into its script what somebody else may have written', () => {
  const scripts = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});
