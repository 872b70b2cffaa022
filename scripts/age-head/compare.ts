// Compares ways of taking or combining pictures by two criteria: how well the head distinguishes
// people aged 18 to 24 from people aged 13 to 17, and how many people pass limits that were
// calibrated on the other half of the people. All ways are compared on the same people. The output
// is for experiments; README.md has the results. Pure.
import { countAcross, type Person } from '../calibrate/populations.ts';
import { interval } from '../calibrate/interval.ts';
import type { AgeHead } from '../../src/workers/face/age-head.ts';
import { median } from '../../src/vision/face/median.ts';
import type { Face } from './faces.ts';
import { randomOf } from './frame.ts';
import { scoreFaces } from './limits.ts';

/**
 * A way of scoring pictures: a picture's score is the mean or median of its scores in all sets of
 * faces.
 */
export interface Compared {
  name: string;
  join: 'mean' | 'median';
  /** The sets of faces: the same list of pictures, measured in different ways. */
  faces: readonly (readonly Face[])[];
}

/** The data sets that limits are calibrated on; the strictest of their limits applies. */
const CALIBRATES: readonly string[] = ['utk', 'aaf'];
const GROUPS = [
  [13, 17],
  [18, 24],
  [25, 40],
] as const;
/**
 * Indices into a counted cell: its lowest age, its highest age, the number of pictures, and the
 * number of pictures that pass at the 5 % target.
 */
const [FROM, TO, PICTURES, AT_5] = [0, 1, 2, 3] as const;
/** The number of bootstrap samples. */
const DRAWS = 1000;

/** @returns the rows of a table, in which every way is compared with the first way */
export function compareWays(head: AgeHead, compared: readonly Compared[]): string[] {
  const scored = compared.map(({ faces }) =>
    faces.map((all) => new Map(scoreFaces(head, all).map((one) => [keyOf(one), one]))),
  );
  const common = [...(scored[0]?.[0]?.keys() ?? [])].filter((key) =>
    scored.every((ways) => ways.every((way) => way.has(key))),
  );
  const ways = compared.map(({ name, join }, at) => ({
    name,
    people: common.map((key) =>
      joined(
        (scored[at] ?? []).flatMap((way) => way.get(key) ?? []),
        join,
      ),
    ),
  }));
  const usual = ways[0]?.people ?? [];
  return ways.flatMap(({ name, people }) => describe(name, people, usual));
}

/** Identifies a picture by its data set and its line in the list. */
const keyOf = ({ set, line }: Person & { line: number }): string => `${set} ${line}`;

function joined(pictures: readonly Person[], join: Compared['join']): Person {
  const [first] = pictures;
  if (first === undefined) throw new RangeError('There is no picture.');
  const scores = pictures.map(({ score }) => score);
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  return { ...first, score: join === 'mean' ? mean : median(scores) };
}

function describe(name: string, people: readonly Person[], usual: readonly Person[]): string[] {
  const counted = countAcross(people, ({ set }) => CALIBRATES.includes(set));
  return [...counted].map(([set, cells]) => {
    const groups = GROUPS.map(([from, to]) => {
      const own = cells.filter((cell) => cell[FROM] >= from && cell[TO] <= to);
      const sum = (column: typeof PICTURES | typeof AT_5) =>
        own.reduce((all, cell) => all + cell[column], 0);
      return `${interval(sum(AT_5), sum(PICTURES))} of ${sum(PICTURES)}`;
    });
    const of = (all: readonly Person[]) => all.filter((one) => one.set === set);
    return `| ${name} | ${set} | ${groups.join(' | ')} | ${aboveText(of(people), of(usual))} |`;
  });
}

/**
 * Describes how often a person aged 18 to 24 scores higher than a person aged 13 to 17, and how
 * this rate differs from the first way's rate.
 */
function aboveText(people: readonly Person[], usual: readonly Person[]): string {
  const [minors, adults] = [placesOf(people, 13, 17), placesOf(people, 18, 24)];
  if (minors.length * adults.length < 1000) return 'too few';
  const share = aboveShare(people, minors, adults);
  const random = randomOf(1);
  const draw = (places: readonly number[]) =>
    places.map(() => places[Math.floor(random() * places.length)] ?? 0);
  const differences = Array.from({ length: DRAWS }, () => {
    const [young, old] = [draw(minors), draw(adults)];
    return aboveShare(people, young, old) - aboveShare(usual, young, old);
  }).sort((a, b) => a - b);
  const [low, high] = [0.025, 0.975].map((at) => differences[Math.floor(at * DRAWS)] ?? 0);
  const points = (value = 0) => (100 * value).toFixed(1);
  const more = share - aboveShare(usual, minors, adults);
  return `${points(share)} %, ${points(more)} (${points(low)} to ${points(high)})`;
}

const placesOf = (people: readonly Person[], from: number, to: number): number[] =>
  people.flatMap(({ age }, at) => (age >= from && age <= to ? [at] : []));

/**
 * @param young indices in `people`
 * @param old indices in `people`
 */
function aboveShare(
  people: readonly Person[],
  young: readonly number[],
  old: readonly number[],
): number {
  const scoresAt = (places: readonly number[]) =>
    Float64Array.from(places, (at) => people[at]?.score ?? 0).sort();
  const [minors, adults] = [scoresAt(young), scoresAt(old)];
  let [above, below] = [0, 0];
  for (const adult of adults) {
    while (below < minors.length && (minors[below] ?? 0) < adult) below++;
    above += below;
  }
  return above / (minors.length * adults.length);
}
