// Turns the distances between labelled pictures into the text that `npm run calibrate -- --pairs`
// prints: for each group and each use of a face comparison, how often a person is refused by
// mistake (the false non-match rate) and how often a stranger is accepted (the false match rate).
// Pure.
import type { FaceLimits } from '../../src/config/face-limits.ts';
import { interval } from './interval.ts';
import {
  groupOf,
  measureDistances,
  NO_GROUP,
  type Described,
  type GroupDistances,
} from './pair-distances.ts';
import type { Shown } from './pair-labels.ts';

/**
 * @param described the pictures in which a face was found
 * @param labelled all pictures of the folder, so that a group without a single usable picture is
 *   still listed
 * @param limits the limits at which the rates are counted
 */
export function describePairs(
  described: readonly Described[],
  labelled: readonly Shown[],
  limits: FaceLimits,
): string {
  const measured = measureDistances(described);
  const empty = [...new Set(labelled.map(groupOf))].filter((name) =>
    measured.every(({ group }) => group !== name),
  );
  const people = new Set(described.map(({ person }) => person)).size;
  return [
    `Pictures: ${described.length}, people: ${people}.`,
    'With 95 % intervals as if pairs were independent. They are not: few people make many pairs. Strangers are of one group.',
    ...(measured.some(({ group }) => group === NO_GROUP)
      ? ['No group is labelled for some or all: rates of strangers of all kinds flatter.']
      : []),
    ...measured.flatMap((one) => describeGroup(one, limits)),
    ...empty.toSorted().map((group) => `${group}: no picture could be described`),
  ].join('\n');
}

function describeGroup(one: GroupDistances, { portrait, enrolled, blocked }: FaceLimits): string[] {
  const { own, strangers, enrolledOwn, enrolledStrangers } = one;
  return [
    `${one.group}: ${one.people} people, ${one.pictures} pictures`,
    `  a portrait, up to ${portrait.same.toFixed(2)}: strangers match ${below(strangers, portrait.same)}; of one person not at once ${above(own, portrait.same)}, told to differ above ${portrait.other.toFixed(2)} ${above(own, portrait.other)}`,
    `  one enrolled picture, up to ${enrolled.same.toFixed(2)}: strangers match ${below(strangers, enrolled.same)}; of one person not at once ${above(own, enrolled.same)}`,
    `  the mean of three: strangers match ${below(enrolledStrangers, enrolled.same)}; of one person not at once ${above(enrolledOwn, enrolled.same)}`,
    `  blocked faces, up to ${blocked.toFixed(2)}: strangers match ${below(strangers, blocked)}; of one person missed ${above(own, blocked)}`,
  ];
}

export const below = (distances: Float32Array, limit: number): string =>
  rate(distances.filter((one) => one <= limit).length, distances.length);

export const above = (distances: Float32Array, limit: number): string =>
  rate(distances.filter((one) => one > limit).length, distances.length);

/**
 * Formats a rate with its interval. When the count is zero, the text contains only the upper end of
 * the interval, because a small number of pairs cannot prove a rate of zero.
 */
const rate = (count: number, of: number): string => {
  if (of === 0) return 'no pairs';
  const text = interval(count, of);
  return `${count === 0 ? `none (up to ${text.split(' to ')[1]?.replace(')', '')} %)` : text} of ${of}`;
};
