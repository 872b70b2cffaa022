// Selects part of `npm test`, for build machines that share the work: `--only=browser,gallery`
// selects phases, and `--shard=1/2` runs half of the tests of each phase.
import type { Phase } from './phases.ts';

interface Selection {
  /** The names of phases, separated by commas; undefined selects all phases. */
  only: string | undefined;
  /** The part of the tests to run: `1/2` is the first half; undefined selects all tests. */
  shard: string | undefined;
}

const SHARD = /^([1-9]\d*)\/([1-9]\d*)$/;

/**
 * @returns the named phases, preceded by the phases that they need
 * @throws Error when a phase is unknown, or when the shard is invalid, is given without named
 *   phases, or is given with a named phase that runs no tests
 */
export function selectPhases(phases: readonly Phase[], { only, shard }: Selection): Phase[] {
  const names = only?.split(',');
  const unknown = names?.find((name) => phases.every((phase) => phase.name !== name));
  if (unknown !== undefined)
    throw new Error(`No phase is named ${unknown}: ${phases.map(({ name }) => name).join(', ')}.`);
  const wanted = phases.filter(({ name }) => names?.includes(name) ?? true);
  const needed = new Set(wanted.map(({ after }) => after));
  const selected = phases.filter((phase) => wanted.includes(phase) || needed.has(phase.name));
  if (shard === undefined) return selected;
  const [, part = '0', parts = '0'] = SHARD.exec(shard) ?? [];
  if (Number(part) === 0 || Number(part) > Number(parts))
    throw new Error(`--shard=${shard} is not a share such as 1/2, the first half.`);
  const whole = wanted.find(({ command }) => command[0] !== 'vitest');
  if (names === undefined || whole !== undefined)
    throw new Error('--shard needs --only with phases that are tests.');
  return selected.map((phase) =>
    wanted.includes(phase)
      ? { ...phase, command: [...phase.command, `--shard=${shard}`] as Phase['command'] }
      : phase,
  );
}
