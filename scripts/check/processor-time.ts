// Measures the CPU time of a command and of the processes that it started, to show where a run
// could be shortened.
import { readFileSync, rmSync } from 'node:fs';

/**
 * Wraps the command in a shell that writes its CPU time to a file. The value is a lower bound,
 * because it excludes processes whose parents did not wait for them.
 * @param before a shell command that runs first
 * @param file the file for the times
 */
export const counted = (
  before: string,
  file: string,
  command: readonly string[],
): [string, ...string[]] => {
  rmSync(file, { force: true });
  return [
    'sh',
    '-c',
    `${before}; "$@"; code=$?; times > '${file}'; exit $code`,
    'counted',
    ...command,
  ];
};

/**
 * @returns the CPU time of the command that `counted` ran, in milliseconds; undefined when the
 *   command has not ended
 */
export function readProcessorMs(file: string): number | undefined {
  try {
    return sumOfChildren(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param times the output of `times` (POSIX, 2.14): the first line contains the user and system
 *   time of the shell, the second line the times of its children
 */
export function sumOfChildren(times: string): number | undefined {
  const [, children = ''] = times.split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) return undefined;
  return parts.reduce((sum, [, min, s]) => sum + Number(min) * 60_000 + Number(s) * 1000, 0);
}
