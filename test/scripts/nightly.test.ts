// `npm run bench -- nightly` with little data: it runs the real steps of both schedules, and
// reports every step that exceeds a limit.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findExcesses } from '../../bench/nightly/limits.ts';
import type { MeasuredStep } from '../../bench/nightly/measure.ts';

const run = promisify(execFile);

/** Names of a schedule's steps in src/background.ts. */
function stepsOf(name: string): string[] {
  const source = readFileSync('src/background.ts', 'utf8');
  const body = new RegExp(`const ${name}[^{]*\\{\\n([\\s\\S]*?)\\n\\};`).exec(source)?.[1] ?? '';
  return [...body.matchAll(/^ {2}(\w+)[,:]/gm)].map(([, step = '']) => step);
}

/** @returns the table cells of every step, and the whole output */
async function measure(argument: string): Promise<{ rows: string[][]; stdout: string }> {
  const { stdout } = await run(process.execPath, ['bench/nightly/main.ts', argument]).catch(
    (error: { stdout: string }) => error,
  );
  const rows = stdout
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return { rows, stdout };
}

test('with 1,000 sessions every step of both schedules runs, changes what is due, and stays within its limits', async () => {
  const { rows, stdout } = await measure('--sessions=1000');
  const measured = rows.map(([, , name = '']) => name);
  expect(stepsOf('FREQUENT_STEPS').length).toBeGreaterThan(10);
  expect(measured).toEqual([...stepsOf('FREQUENT_STEPS'), ...stepsOf('DAILY_STEPS')]);
  const changed = new Map(rows.map((cells) => [cells[2], Number(cells.at(-3))]));
  const due = [
    'linkEntries',
    'moveSessions',
    'moveOutcomes',
    'forgetOldSessions',
    'recountRollups',
  ];
  expect(due.filter((name) => !changed.get(name))).toEqual([]);
  expect(stdout).toContain('Everything is within its limit.');
});

test('a run with a backlog in every step needs at most 800 statements', async () => {
  const { rows, stdout } = await measure('--backlog');
  const changed = new Map(rows.map((cells) => [cells[2], Number(cells.at(-3))]));
  const idle = ['sweepMails', 'sweepLogouts', 'endExpiredLockouts'];
  const full = stepsOf('FREQUENT_STEPS').filter((name) => !idle.includes(name));
  expect(full.filter((name) => !changed.get(name))).toEqual([]);
  // The number of queued messages by step; `mailLawChanges` queues one for each email to an owner.
  const messages = new Map(rows.map((cells) => [cells[2], Number(cells.at(-2))]));
  expect(messages.get('mailLawChanges')).toBeGreaterThan(3);
  expect(stdout).toContain('Everything is within its limit.');
});

const STEP: MeasuredStep = {
  schedule: '@often',
  name: 'sweep',
  cpuMs: 20_000,
  sqlCpuMs: 1,
  longestCallMs: 30_000,
  longestCall: 'SELECT 1',
  statements: 600,
  rows: 0,
  objects: 0,
  messages: 0,
  failed: false,
};

test.each([
  ['steps within the limits', [STEP], []],
  [
    'steps that together pass those of a run',
    [STEP, STEP],
    ['@often: 40000 ms of CPU', '@often: 1200 statements'],
  ],
  ['steps of two schedules', [STEP, { ...STEP, schedule: '@daily' }], []],
  [
    'a call of more than 30 seconds',
    [{ ...STEP, longestCallMs: 30_001 }],
    ['sweep: a call of 30001 ms: SELECT 1'],
  ],
  ['a step that failed', [{ ...STEP, failed: true }], ['sweep failed']],
])('for %s it reports what exceeds the limits', (_name, steps, excesses) => {
  expect(findExcesses(steps)).toEqual(excesses);
});
