// How much of the processor a command used, with everything that it started: where a run could become shorter.
import { readFileSync, rmSync } from 'node:fs';

/**
 * The command in a shell that writes down what it used. What was started and not waited for does not count: at least that
 * much was used.
 * @param before what the shell does first
 * @param file where it is written
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

/** @returns the milliseconds of what `counted` ran; undefined when it did not come to its end */
export function readProcessorMs(file: string): number | undefined {
  try {
    return sumOfChildren(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param times as `times` prints them (POSIX, 2.14): user and system time of the shell, and in the second line of its children */
export function sumOfChildren(times: string): number | undefined {
  const [, children = ''] = times.split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) return undefined;
  return parts.reduce((sum, [, min, s]) => sum + Number(min) * 60_000 + Number(s) * 1000, 0);
}
