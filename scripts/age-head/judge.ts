// Counts how many people of each age and set would pass gate 18 under the shipped limits. Pure.
import type { AgeHeadTable } from '../../src/config/age-error.ts';
import { limitAt } from '../../src/domain/verification/rules/age/age-margin.ts';
import type { AgeHead } from '../../src/workers/face/age-head.ts';
import { interval } from '../calibrate/interval.ts';
import type { Face } from './faces.ts';
import { scoreFaces } from './limits.ts';

const GATE = 18;
const GROUPS = [
  [13, 17],
  [18, 24],
  [25, 40],
] as const;

/** @returns a row for each age group and set, such as `| 13 to 17 | utk | 2.3 % (…) of 797 |` */
export function judgeFaces(
  head: AgeHead,
  { limits }: Pick<AgeHeadTable, 'limits'>,
  faces: readonly Face[],
  target: number,
): string[] {
  const limit = limitAt(limits[GATE] ?? [], target);
  const people = scoreFaces(head, faces);
  const sets = [...new Set(people.map(({ set }) => set))];
  return GROUPS.flatMap(([from, to]) =>
    sets.map((set) => {
      const own = people.filter((one) => one.set === set && one.age >= from && one.age <= to);
      const passing = own.filter(({ score }) => score >= limit).length;
      return `| ${from} to ${to} | ${set} | ${interval(passing, own.length)} of ${own.length} |`;
    }),
  );
}
