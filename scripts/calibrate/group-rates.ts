// Computes the error rates of each group from the distances between labelled pictures, in the
// format of data/face-rates.json. Pure.
import type { FaceLimits } from '../../src/config/face-limits.ts';
import type { GroupRates, Rate } from '../../src/config/face-rates.ts';
import { wilson } from './interval.ts';
import type { GroupDistances } from './pair-distances.ts';

/**
 * The number of significant digits in a rate, which is more than any set of pictures can justify.
 */
const DIGITS = 6;

/**
 * @returns the rates of each group that has pairs of strangers. They include the rates for pictures
 *   of the same person if anybody in the group has two pictures
 */
export function groupRates(
  groups: readonly GroupDistances[],
  { portrait, enrolled }: Pick<FaceLimits, 'portrait' | 'enrolled'>,
): GroupRates[] {
  return groups
    .filter(({ strangers }) => strangers.length > 0)
    .map(({ group, people, strangers, own }) => ({
      group,
      people,
      strangers: {
        pairs: strangers.length,
        portrait: within(strangers, portrait.same),
        enrolled: within(strangers, enrolled.same),
        portrait_unclear: within(strangers, portrait.other),
      },
      ...(own.length > 0 && {
        own: {
          pairs: own.length,
          portrait_again: beyond(own, portrait.same),
          portrait_other: beyond(own, portrait.other),
          enrolled_refused: beyond(own, enrolled.same),
        },
      }),
    }));
}

const within = (distances: Float32Array, limit: number): Rate =>
  rateOf(distances.filter((one) => one <= limit).length, distances.length);

const beyond = (distances: Float32Array, limit: number): Rate =>
  rateOf(distances.filter((one) => one > limit).length, distances.length);

const rateOf = (count: number, of: number): Rate => {
  const [low, high] = wilson(count, of);
  const [share, from, to] = [count / of, low, high].map((one) => Number(one.toPrecision(DIGITS)));
  return [share ?? 0, from ?? 0, to ?? 0];
};
