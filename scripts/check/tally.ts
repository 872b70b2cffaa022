// Collects data from several processes for the report at the end of a run, in a file with one
// record per line.
import { appendFileSync, readFileSync } from 'node:fs';
import type { RepeatedStep, TestRecord } from './report.ts';

type Entry = { test: TestRecord } | { step: RepeatedStep };

/**
 * The name of the environment variable that contains the file's path; if the variable is not set,
 * nothing is recorded.
 */
export const TALLY_FILE = 'AGATE_TEST_TALLY';

/** Appends all lines in one call, so that lines from parallel processes are not interleaved. */
export function noteTests(tests: readonly TestRecord[]): void {
  note(tests.map((test) => ({ test })));
}

/**
 * Records a step that the test itself repeated, so that no retry is hidden.
 * @param test the test's name
 * @param step what was repeated, and why
 */
export function noteRepeatedStep(test: string, step: string): void {
  note([{ step: { test, step } }]);
}

/** @throws Error when a line of the file is not JSON */
export function readTally(file: string): { tests: TestRecord[]; steps: RepeatedStep[] } {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const entries = lines.map((line) => JSON.parse(line) as Entry);
  return {
    tests: entries.flatMap((entry) => ('test' in entry ? [entry.test] : [])),
    steps: entries.flatMap((entry) => ('step' in entry ? [entry.step] : [])),
  };
}

function note(entries: readonly Entry[]): void {
  const file = process.env[TALLY_FILE];
  if (file === undefined || entries.length === 0) return;
  appendFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}
