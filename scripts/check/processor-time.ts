// The CPU time of a command, including everything that it started, which shows where a run could
// become shorter.
import { readFileSync, rmSync } from 'node:fs';

/**
 * The command in a shell that writes its CPU time to a file. Processes that were started and not
 * waited for do not count, so the value is a minimum.
 * @param before what the shell does first
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

/** @returns the CPU time of what `counted` ran, in milliseconds; undefined when it did not end */
export function readProcessorMs(file: string): number | undefined {
  try {
    return sumOfChildren(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param times the output of `times` (POSIX, 2.14): the first line has the user and system time of
 *   the shell, the second line those of its children
 */
export function sumOfChildren(times: string): number | undefined {
  const [, children = ''] = times.split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) return undefined;
  return parts.reduce((sum, [, min, s]) => sum + Number(min) * 60_000 + Number(s) * 1000, 0);
}
