// Prints figures; judges nothing, for timings belong to the machine that made them.
import { loadavg } from 'node:os';

export function printTitle(title: string): void {
  const [load = 0] = loadavg();
  console.log(`\n${title}  (load of this machine: ${load.toFixed(1)})`);
}

/** @param goal what the figure is wanted to be, for whoever reads it */
export function printFigure(name: string, value: string, goal?: string): void {
  console.log(`  ${name.padEnd(44)} ${value.padStart(12)}${goal ? `   (wanted: ${goal})` : ''}`);
}

export const inMs = (ms: number): string => `${ms.toFixed(0)} ms`;
export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
export const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
