// Describes populations in the format of the error table: the distributions of the two models'
// errors and of the head's scores by true age, and how many people pass. Pure.
import type { CountedCell, Population } from '../../src/config/age-error.ts';
import { limitAt, TARGET_SHARES } from '../../src/domain/verification/rules/age/age-margin.ts';
import type { Scored } from './conformal.ts';
import { limitsOf } from './conformal.ts';
import { fitCurve, MIN_OF_BAND } from './fit-curve.ts';

/** Bands of true age, with no gaps between them. */
const BANDS = [
  [8, 12],
  [13, 15],
  [16, 17],
  [18, 20],
  [21, 24],
  [25, 30],
  [31, 40],
  [41, 60],
] as const;
/**
 * The age groups at gate 18: people up to five years too young, people just old enough, and older
 * adults.
 */
const GROUPS = [
  [13, 17],
  [18, 20],
  [21, 24],
  [25, 40],
  [41, 60],
] as const;
const GATE = 18;
/** A minimum score that nobody reaches. */
const NOBODY = Number.POSITIVE_INFINITY;
/**
 * The margins in years, for the lower of the two models' estimates, that correspond to targets of
 * 5, 2 and 1 % at GATE.
 */
const MARGINS = [7, 9, 11] as const;

export interface Person extends Scored {
  ageNet: number;
  faceres: number;
  person: string;
  sex: string;
  origin: string;
  /** The fold of the cross-validation that this person, with all of their pictures, belongs to. */
  half: 0 | 1;
}

/** Whether there are enough people for a curve. */
export const areEnough = (people: readonly Scored[]): boolean =>
  BANDS.some(
    ([from, to]) => people.filter(({ age }) => age >= from && age <= to).length >= MIN_OF_BAND,
  );

/**
 * @param people the people of one set
 * @param counted the counts of the same set
 * @throws Error when there are fewer people than a curve needs
 */
export function populationOf(
  { name, about }: Pick<Population, 'name' | 'about'>,
  people: readonly Person[],
  counted?: readonly CountedCell[],
): Population {
  const bands = BANDS.map(([from, to]) => {
    const own = people.filter(({ age }) => age >= from && age <= to);
    return [from, to, new Set(own.map(({ person }) => person)).size] as const;
  });
  const first = bands.findIndex(([, , n]) => n > 0);
  const last = bands.findLastIndex(([, , n]) => n > 0);
  const known = bands.slice(first, last + 1);
  const ages = known.map(([from, to]) => [from, to] as const);
  return {
    name,
    about,
    bands: known.map(([from, to, n]) => [from, to, Math.max(1, n)]),
    curves: {
      two_nets: fitCurve(
        people.map((one) => [one.age, Math.min(one.ageNet, one.faceres) - one.age]),
        ages,
      ),
      head: fitCurve(
        people.map(({ age, score }) => [age, score]),
        ages,
      ),
    },
    ...(counted && { counted }),
  };
}

/**
 * Counts how many people in each half pass the limits that were calibrated on the other half.
 * @param raised how far the shipped limit of each target exceeds the calibrated limit
 * @returns the counts by set
 */
export function countAcross(
  people: readonly Person[],
  calibrates: (one: Person) => boolean,
  raised: readonly number[] = [],
): Map<string, CountedCell[]> {
  const passes = ([0, 1] as const).map((half) => {
    const limits = limitsOf(people.filter((one) => one.half !== half && calibrates(one)));
    const known = limits[GATE] ?? [];
    return TARGET_SHARES.map((share, at) =>
      known.length > 1 ? limitAt(known, share) + (raised[at] ?? 0) : NOBODY,
    );
  });
  const sets = [...new Set(people.map(({ set }) => set))];
  return new Map(
    sets.map((set) => {
      const own = people.filter((one) => one.set === set);
      return [set, countCells(own, ({ half }) => passes[half] ?? [])];
    }),
  );
}

/**
 * @param linesOf returns the minimum score that passes, for each target
 * @returns a cell for each age group that has pictures
 */
export function countCells<One extends Pick<Person, 'age' | 'score' | 'ageNet' | 'faceres'>>(
  people: readonly One[],
  linesOf: (one: One) => readonly number[],
  groups: readonly (readonly [from: number, to: number])[] = GROUPS,
): CountedCell[] {
  return groups.flatMap(([from, to]): CountedCell[] => {
    const own = people.filter(({ age }) => age >= from && age <= to);
    const byHead = (target: number) =>
      own.filter((one) => one.score >= (linesOf(one)[target] ?? NOBODY)).length;
    const byNets = (years: number) =>
      own.filter(({ ageNet, faceres }) => Math.min(ageNet, faceres) >= GATE + years).length;
    if (own.length === 0) return [];
    const [seven, nine, eleven] = MARGINS;
    const nets = [byNets(seven), byNets(nine), byNets(eleven)] as const;
    return [[from, to, own.length, byHead(0), byHead(1), byHead(2), ...nets]];
  });
}
