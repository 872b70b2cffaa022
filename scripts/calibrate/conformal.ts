// Limits of the age head by split-conformal calibration (Vovk et al.; Lei et al. 2018). With a
// limit at the calibrated rank, the share of new people of the same kind who reach the limit is at
// most the target share, on average over calibrations. Pure.
import type { AgeHeadTable } from '../../src/config/age-error.ts';
import { TOO_YOUNG_YEARS } from '../../src/domain/verification/rules/age/age-outlook.ts';
import { HEAD_GATES } from '../../src/domain/verification/rules/age/head-limits.ts';

/** A labelled picture with its score from the age head. */
export interface Scored {
  /** The population that the picture belongs to. */
  set: string;
  /** The true age in whole years. */
  age: number;
  score: number;
}

type Limits = AgeHeadTable['limits'];

/**
 * The shares that have stored limits: each is the share of people up to five years too young who
 * may reach the limit. Limits for shares between them are interpolated.
 */
export const SHARES = [0.3, 0.2, 0.1, 0.07, 0.05, 0.03, 0.02, 0.015, 0.01, 0.007, 0.005] as const;

const GATES = Array.from(
  { length: HEAD_GATES.last - HEAD_GATES.first + 1 },
  (_, n) => HEAD_GATES.first + n,
);

/**
 * @returns the limits by gate, each the strictest among the sets that are large enough for the
 *   share. Limits never fall as the gate rises. If no set is large enough for a gate, the gate has
 *   no limit for that share
 */
export function limitsOf(scored: readonly Scored[]): Limits {
  const sets = [...new Set(scored.map(({ set }) => set))];
  const limits: Record<string, [number, number][]> = {};
  let younger: readonly [number, number][] = [];
  for (const gate of GATES) {
    const minors = scored.filter(({ age }) => age >= gate - TOO_YOUNG_YEARS && age < gate);
    let before = Number.NEGATIVE_INFINITY;
    limits[gate] = SHARES.flatMap((share): [number, number][] => {
      const found = sets.flatMap((set) => {
        const scores = minors.filter((one) => one.set === set).map(({ score }) => score);
        return limitOf(scores, share) ?? [];
      });
      const atYounger = younger.find(([one]) => one === share)?.[1];
      if (found.length === 0) return [];
      before = Math.max(before, atYounger ?? before, ...found);
      return [[share, before]];
    });
    younger = limits[gate] ?? [];
  }
  return limits;
}

/**
 * The minimum number of people above a limit. With fewer, the limit would be statistically
 * unreliable: among fewer than about 200 children, one wrong label would decide the limit for 1 %.
 */
const MIN_PEOPLE_ABOVE = 2;

/**
 * @returns a limit just above the score at the rank of the share; undefined when there are too few
 *   people for such a small share
 */
export function limitOf(scores: readonly number[], share: number): number | undefined {
  if ((scores.length + 1) * share < MIN_PEOPLE_ABOVE) return undefined;
  const rank = Math.ceil((scores.length + 1) * (1 - share));
  const ranked = scores.toSorted((a, b) => a - b)[rank - 1];
  return ranked === undefined ? undefined : Math.floor(ranked * 1e4 + 1) / 1e4;
}
