// Prints the results of benchmarks. This module enforces no targets, because timings depend on the
// machine.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/**
 * The last column of /proc/stat that is read; the times in later columns are already included in
 * the first two.
 */
const STEAL = 7;

export function printTitle(title: string): void {
  const [load = 0] = loadavg();
  console.log(`\n${title}  (load of this machine: ${load.toFixed(1)})`);
}

/**
 * Prints the share of CPU time that the host took from this virtual machine (proc_stat(5), `steal`)
 * since the program started. Above a few per cent, the figures are meaningless. Prints nothing when
 * the share is unknown.
 */
export function printStolenTime(): void {
  const now = processorTimes();
  const [total, stolen] = [now.total - begin.total, now.stolen - begin.stolen];
  if (total === 0) return;
  printTitle('This machine');
  printFigure('time the host gave to others', `${((100 * stolen) / total).toFixed(0)} %`);
}

const begin = processorTimes();

function processorTimes(): { total: number; stolen: number } {
  try {
    const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
    const values = times.slice(0, STEAL + 1).map(Number);
    return { total: values.reduce((sum, value) => sum + value, 0), stolen: values[STEAL] ?? 0 };
  } catch {
    return { total: 0, stolen: 0 };
  }
}

/** @param goal the target value, which is printed but not enforced */
export function printFigure(name: string, value: string, goal?: string): void {
  console.log(`  ${name.padEnd(44)} ${value.padStart(12)}${goal ? `   (target: ${goal})` : ''}`);
}

/**
 * Prints a table in the format of docs/performance.md, with text in the first column and figures in
 * the rest.
 */
export function printMarkdown(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, n) =>
    Math.max(4, name.length, ...rows.map((row) => row[n]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join(' | ')} |`;
  console.log(line(head));
  console.log(line(widths.map((width, n) => `${'-'.repeat(width - 1)}${n === 0 ? '-' : ':'}`)));
  for (const row of rows) console.log(line(row));
}

export const inMs = (ms: number): string => `${ms.toFixed(0)} ms`;
export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
export const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * Returns the value below which the given share of the values lies, such as the median for 0.5, or
 * NaN for an empty list.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
