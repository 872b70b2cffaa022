import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Machine } from '../../../scripts/check/machine.ts';
import type { PhaseRun } from '../../../scripts/check/run-phases.ts';
import { runsEverything, Stamps } from '../../../scripts/check/stamps.ts';

const MACHINE: Machine = {
  node: 'v24.1.0',
  system: 'linux x64',
  browsers: ['/usr/bin/chromium Chromium 150.0.1'],
  fonts: 'Liberation Mono',
  python: 'Python 3.11.2',
  programs: ['zsh 5.9'],
  packages: '{"packages":{"vite":"8.0.0"}}',
  settings: [],
};
const INPUTS = { gallery: ['src/**/*.ts', 'tool.json'], nets: ['nets/*'] };
const PASSED: PhaseRun = { hasPassed: true, tests: 71 };
const START = new Date('2026-11-26T14:03:00Z');

let root: string;
let runs: string[];

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Runs a phase as a new run of `npm test` would. */
function runPhase(
  name = 'gallery',
  {
    machine = {},
    env = {},
    runsAll = false,
    now = START,
    inputs = INPUTS,
    end = () => PASSED,
  } = {},
): Promise<PhaseRun> {
  const stamps = new Stamps({
    root,
    folder: join(root, '.cache/stamps'),
    inputs,
    machine: { ...MACHINE, ...machine },
    env,
    runsAll,
    now: () => now,
  });
  return stamps.runUnlessUnchanged(name, async () => {
    runs.push(name);
    return end();
  });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agate-stamps-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  runs = [];
  write('src/a.ts', 'a');
  write('src/deep/b.ts', 'b');
  write('tool.json', '{}');
  write('words/page.md', 'words');
});

test('a phase whose inputs are unchanged is skipped, and reports when it passed and its number of tests', async () => {
  expect(await runPhase()).toEqual(PASSED);
  write('words/page.md', 'other words');
  write('src/notes.md', 'not an input');
  expect(await runPhase('gallery', { now: new Date('2026-11-27T00:00:00Z') })).toEqual({
    hasPassed: true,
    tests: 71,
    passedAt: '2026-11-26T14:03:00.000Z',
  });
  expect(runs).toEqual(['gallery']);
});

test.each<[string, () => void]>([
  ['a changed input', () => write('src/deep/b.ts', 'c')],
  ['an input of another folder', () => write('tool.json', '[]')],
  ['a new file that matches a glob', () => write('src/new/c.ts', '')],
  ['a deleted file', () => rmSync(join(root, 'src/a.ts'))],
  ['a file under another name', () => (rmSync(join(root, 'src/a.ts')), write('src/z.ts', 'a'))],
  ['contents that were exchanged', () => (write('src/a.ts', 'b'), write('src/deep/b.ts', 'a'))],
])('%s runs the phase again', async (_what, change) => {
  await runPhase();
  change();
  expect(await runPhase()).toEqual(PASSED);
  expect(runs).toHaveLength(2);
  await runPhase();
  expect(runs).toHaveLength(2);
});

test.each<[string, Parameters<typeof runPhase>[1]]>([
  ['another version of Node', { machine: { node: 'v24.2.0' } }],
  ['another system', { machine: { system: 'darwin arm64' } }],
  ['another Chromium', { machine: { browsers: ['/usr/bin/chromium Chromium 151.0.0'] } }],
  ['other fonts', { machine: { fonts: 'Noto' } }],
  ['no Python', { machine: { python: '' } }],
  ['a program that tests need', { machine: { programs: ['zsh 5.9', 'bun 1.3.0'] } }],
  ['other packages', { machine: { packages: '{"packages":{"vite":"8.0.1"}}' } }],
  ['other settings of the local service', { machine: { settings: ['PLAN="none"'] } }],
  ['a variable that decides', { env: { TZ: 'Asia/Seoul' } }],
  ['other globs', { inputs: { ...INPUTS, gallery: ['src/**/*.ts', 'tool.json', 'none/*'] } }],
  ['a week', { now: new Date('2026-12-03T14:03:00Z') }],
])('%s runs the phase again', async (_what, other) => {
  await runPhase();
  expect(await runPhase('gallery', other)).toEqual(PASSED);
  expect(runs).toHaveLength(2);
});

test('an irrelevant variable does not run a phase again', async () => {
  await runPhase('gallery', { env: { TMPDIR: '/a', TZ: 'UTC' } });
  await runPhase('gallery', { env: { TMPDIR: '/b', TZ: 'UTC', PWD: '/' } });
  expect(runs).toHaveLength(1);
});

describe('no stamp is kept', () => {
  test('for a phase that failed, not even an earlier one', async () => {
    await runPhase();
    write('src/a.ts', 'wrong');
    const failed = { hasPassed: false, tests: 71 };
    expect(await runPhase('gallery', { end: () => failed })).toEqual(failed);
    write('src/a.ts', 'a');
    expect(await runPhase()).toEqual(PASSED);
    expect(runs).toHaveLength(3);
  });

  test('for a phase whose inputs changed while it ran', async () => {
    const end = (): PhaseRun => {
      write('src/a.ts', 'saved meanwhile');
      return PASSED;
    };
    await runPhase('gallery', { end });
    expect(await runPhase()).toEqual(PASSED);
    expect(runs).toHaveLength(2);
  });

  test('for a run that was killed', async () => {
    await runPhase();
    write('src/a.ts', 'c');
    const killed = runPhase('gallery', {
      end: () => {
        throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    expect(readdirSync(join(root, '.cache/stamps'))).toEqual([]);
  });

  test('when it was only half written', async () => {
    await runPhase();
    write('.cache/stamps/gallery.stamp.json', '{"hash":');
    await runPhase();
    expect(runs).toHaveLength(2);
  });
});

test('a run of everything ignores stamps, and writes them', async () => {
  await runPhase();
  expect(await runPhase('gallery', { runsAll: true })).toEqual(PASSED);
  await runPhase();
  expect(runs).toHaveLength(2);
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [false, { CI: 'true' }, true],
  [false, { CI: '1' }, true],
  [false, { CI: 'false' }, false],
  [false, { CI: '' }, false],
])('with --all %s and the environment %j, everything runs: %s', (isForced, env, runs) => {
  expect(runsEverything(isForced, env)).toBe(runs);
});

test('a stamp belongs to one phase', async () => {
  await runPhase('gallery');
  await runPhase('nets');
  await runPhase('gallery');
  expect(runs).toEqual(['gallery', 'nets']);
});

test('a phase without a list of inputs runs every time', async () => {
  await runPhase('format');
  await runPhase('format');
  expect(runs).toHaveLength(2);
});
