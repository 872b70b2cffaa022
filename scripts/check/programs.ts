// Programs that some tests need and that may not be installed. A test without its program is
// skipped, and at the end the run reports what was not tested.
import { spawnSync } from 'node:child_process';
import { findPython, NO_PYTHON } from './find-python.ts';

/** The features that cannot be tested without each program. */
const PROGRAMS = {
  bun: 'the SDK in Bun',
  deno: 'the SDK in Deno',
  bash: 'completion of commands in bash',
  zsh: 'completion of commands in zsh',
  fish: 'completion of commands in fish',
} as const;

type Program = keyof typeof PROGRAMS;
const NAMES = Object.keys(PROGRAMS) as Program[];

/** @returns the version that the program prints; undefined when it is not installed */
function versionOf(program: Program): string | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

export const isInstalled = (program: Program): boolean => versionOf(program) !== undefined;

/** @returns the names and versions of the installed programs */
export const listInstalled = (): string[] =>
  NAMES.flatMap((name) => {
    const version = versionOf(name);
    return version === undefined ? [] : [`${name} ${version}`];
  });

/** @returns one line for each missing program */
export const listUntested = (has = isInstalled, python = findPython()): string[] => [
  ...NAMES.filter((name) => !has(name)).map(
    (name) => `NOT TESTED: ${PROGRAMS[name]}, because ${name} is not installed.`,
  ),
  ...(python === undefined ? [NO_PYTHON] : []),
];
