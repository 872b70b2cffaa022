// Every two pictures are a pair: of one person, who may be refused wrongly (FNMR), or of two, of whom one may be accepted as
// the other (FMR). By limit and by group, as text for whoever calibrates. Pure.
import { BLOCKED_AT_MOST } from '../../src/domain/faces/blocked-faces/open-list.ts';
import { SAME_AT_MOST } from '../../src/domain/faces/face-templates/template.ts';
import { distance } from '../../src/domain/terms/descriptor-distance.ts';
import { interval } from './interval.ts';
import type { Shown } from './pair-labels.ts';

/** A picture that the engine described. */
export interface Described extends Shown {
  descriptor: Float32Array;
}

interface Pair {
  isSame: boolean;
  distance: number;
  /** Words of the groups that both are in. */
  groups: readonly string[];
}

const USES: readonly (readonly [limit: number, use: string])[] = [
  [BLOCKED_AT_MOST, ' (blocked faces)'],
  [0.75, ''],
  [0.8, ''],
  [SAME_AT_MOST, ' (face 2FA, sign-in by face)'],
  [0.88, ''],
  [0.92, ''],
];

/** @param labelled all pictures of the folder: a group of whom nobody was described is shown as empty */
export function describePairs(described: readonly Described[], labelled: readonly Shown[]): string {
  const pairs = described.flatMap((one, at) =>
    described.slice(at + 1).map((other) => pairOf(one, other)),
  );
  const people = new Set(described.map(({ person }) => person)).size;
  const same = pairs.filter(({ isSame }) => isSame).length;
  const groups = [...new Set(labelled.flatMap(groupsOf))].toSorted();
  return [
    `Pictures: ${described.length}, people: ${people}, pairs of one person: ${same}, of two people: ${pairs.length - same}.`,
    'Single pictures, with 95 % intervals as if pairs were independent. They are not: few people make many pairs.',
    ...USES.map(([limit, use]) => `  up to ${limit.toFixed(2)}${use}: ${ratesOf(pairs, limit)}`),
    ...[SAME_AT_MOST, BLOCKED_AT_MOST].flatMap((limit) => [
      `By group, up to ${limit.toFixed(2)}; two people are of the same group:`,
      ...groups.map((group) => {
        const own = pairs.filter((pair) => pair.groups.includes(group));
        return `  ${group}: ${ratesOf(own, limit)}`;
      }),
      ...(groups.length === 0 ? ['  no picture is labelled with sex or skin_tone'] : []),
    ]),
  ].join('\n');
}

const groupsOf = ({ sex, skinTone }: Shown): string[] => [
  ...(sex === undefined ? [] : [`sex ${sex}`]),
  ...(skinTone === undefined ? [] : [`skin tone ${skinTone}`]),
];

function pairOf(one: Described, other: Described): Pair {
  const theirs = groupsOf(other);
  const groups = groupsOf(one).filter((group) => theirs.includes(group));
  return { isSame: one.person === other.person, distance: distance(one, other), groups };
}

function ratesOf(pairs: readonly Pair[], limit: number): string {
  const same = pairs.filter(({ isSame }) => isSame);
  const others = pairs.filter(({ isSame }) => !isSame);
  const refused = same.filter((pair) => pair.distance > limit).length;
  const accepted = others.filter((pair) => pair.distance <= limit).length;
  return `refused ${rate(refused, same.length)}, others accepted ${rate(accepted, others.length)}`;
}

const rate = (count: number, of: number): string =>
  of === 0 ? 'no pairs' : `${interval(count, of)} of ${of}`;
