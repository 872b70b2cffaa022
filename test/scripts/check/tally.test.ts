import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  noteRepeatedStep,
  noteTests,
  readTally,
  TALLY_FILE,
} from '../../../scripts/check/tally.ts';

test('the notes of a run’s programs are read back, tests and repeated steps separately', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agate-tally-'));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'tally.jsonl');
  vi.stubEnv(TALLY_FILE, file);
  const tests = [
    { phase: 'node', name: 'a', durationMs: 5, retries: 0 },
    { phase: 'node', name: 'b', durationMs: 7, retries: 1, hasFailed: true },
  ];
  noteTests(tests.slice(0, 1));
  noteRepeatedStep('a', 'another attempt');
  noteTests(tests.slice(1));
  noteTests([]);
  expect(readTally(file)).toEqual({ tests, steps: [{ test: 'a', step: 'another attempt' }] });
});
