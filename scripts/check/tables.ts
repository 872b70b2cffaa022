// The tables at the end of a run: the time of each phase, and the slowest tests.
import type { TestRecord } from './report.ts';
import { isGreen, type PhaseResult } from './run-phases.ts';

/** @returns a Markdown table with the same columns as the one in docs/performance.md */
export function tableOfPhases(results: readonly PhaseResult[], totalMs: number): string[] {
  const rows = results.map(({ name, outcome, durationMs, processorMs }) => [
    name,
    outcome,
    clock(durationMs),
    processorMs === undefined ? '' : clock(processorMs),
  ]);
  const processor = results.reduce((sum, { processorMs = 0 }) => sum + processorMs, 0);
  const last = ['all', sumUp(results), clock(totalMs), clock(processor)];
  return table(['Phase', 'Outcome', 'Time', 'CPU time'], [...rows, last]);
}

/**
 * Describes the outcome of the whole run, so that a run with skipped phases does not look complete.
 */
function sumUp(results: readonly PhaseResult[]): string {
  if (!results.every(isGreen)) return 'failed';
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length;
  return skipped === 0 ? 'passed' : `${skipped} of ${results.length} skipped`;
}

/**
 * @returns lines that state how many tests ran, and how many did not because their phase had
 *   already passed with the same inputs
 */
export function countTests(results: readonly PhaseResult[]): string[] {
  const skipped = results.filter(({ outcome }) => outcome === 'skipped');
  const ran = sumOfTests(results) - sumOfTests(skipped);
  if (skipped.length === 0) return [`Tests: ${ran} ran.`];
  return [
    `Tests: ${ran === 0 ? 'NONE' : ran} ran, ${sumOfTests(skipped)} were skipped with their phases, which --all runs:`,
    ...skipped.map((phase) => `  ${describeSkipped(phase)}`),
  ];
}

/** @returns why a phase was not run */
export const describeSkipped = ({ name, passedAt = '' }: Pick<PhaseResult, 'name' | 'passedAt'>) =>
  `${name}: nothing changed since it passed on ${passedAt.slice(0, 16).replace('T', ' ')} UTC`;

export const sumOfTests = (results: readonly PhaseResult[]): number =>
  results.reduce((sum, { tests = 0 }) => sum + tests, 0);

/** @returns a Markdown table of the tests that took longest */
export function tableOfSlowest(tests: readonly TestRecord[], count: number): string[] {
  const slowest = tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, count);
  const rows = slowest.map(({ name, durationMs }) => [
    name.replaceAll('|', '\\|'),
    clock(durationMs),
  ]);
  return table(['Slowest tests', 'Time'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

/** @returns minutes and seconds, or seconds with one decimal below a minute */
export function clock(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
