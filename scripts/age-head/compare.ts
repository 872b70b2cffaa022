// What another way of taking or joining pictures would bring: the same people in each, each half of them by the limits of the
// other half. Text for whoever tries one; README.md beside it keeps what came of it. Pure.
import { countAcross, type Person } from '../calibrate/populations.ts';
import { interval } from '../calibrate/interval.ts';
import type { AgeHead } from '../../src/workers/face/age-head.ts';
import { median } from '../../src/vision/face/median.ts';
import type { Face } from './faces.ts';
import { scoreFaces } from './limits.ts';

/** One score is made of as many pictures of a person as there are sets of faces. */
export interface Compared {
  name: string;
  join: 'mean' | 'median';
  /** Of each picture, measured of the same list in one way or another. */
  faces: readonly (readonly Face[])[];
}

/** Sets of which the strictest draws the lines. */
const CALIBRATES: readonly string[] = ['utk', 'aaf'];
const GROUPS = [
  [13, 17],
  [18, 24],
  [25, 40],
] as const;
/** Of a cell: how many there are, and how many pass at 5, 2 and 1 %. */
const [FROM, TO, PICTURES, AT_5, AT_2] = [0, 1, 2, 3, 4] as const;

/** @returns lines of a table: who passes at the targets of 5 and 2 %, by set and group of ages, and how often an adult is above a minor */
export function compareWays(head: AgeHead, compared: readonly Compared[]): string[] {
  const scored = compared.map(({ faces }) =>
    faces.map((all) => new Map(scoreFaces(head, all).map((one) => [keyOf(one), one]))),
  );
  const common = [...(scored[0]?.[0]?.keys() ?? [])].filter((key) =>
    scored.every((ways) => ways.every((way) => way.has(key))),
  );
  return compared.flatMap(({ name, join }, at) => {
    const people = common.map((key) =>
      joined(
        (scored[at] ?? []).flatMap((way) => way.get(key) ?? []),
        join,
      ),
    );
    return describe(name, people);
  });
}

/** A picture of the list. */
const keyOf = ({ set, line }: Person & { line: number }): string => `${set} ${line}`;

function joined(pictures: readonly Person[], join: Compared['join']): Person {
  const [first] = pictures;
  if (first === undefined) throw new RangeError('There is no picture.');
  const scores = pictures.map(({ score }) => score);
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  return { ...first, score: join === 'mean' ? mean : median(scores) };
}

function describe(name: string, people: readonly Person[]): string[] {
  const counted = countAcross(people, ({ set }) => CALIBRATES.includes(set));
  return [...counted].map(([set, cells]) => {
    const groups = GROUPS.map(([from, to]) => {
      const own = cells.filter((cell) => cell[FROM] >= from && cell[TO] <= to);
      const sum = (column: typeof PICTURES | typeof AT_5 | typeof AT_2) =>
        own.reduce((all, cell) => all + cell[column], 0);
      if (sum(PICTURES) === 0) return 'none';
      return `${interval(sum(AT_5), sum(PICTURES))}, ${interval(sum(AT_2), sum(PICTURES))} of ${sum(PICTURES)}`;
    });
    const own = people.filter((one) => one.set === set);
    return `| ${name} | ${set} | ${groups.join(' | ')} | ${aboveShare(own)} |`;
  });
}

/** How often somebody of 18 to 24 has a higher score than somebody of 13 to 17, in per cent. */
function aboveShare(people: readonly Person[]): string {
  const scoresOf = (from: number, to: number) =>
    people.filter(({ age }) => age >= from && age <= to).map(({ score }) => score);
  const [minors, adults] = [scoresOf(13, 17), scoresOf(18, 24)];
  const above = adults.reduce(
    (sum, adult) => sum + minors.filter((minor) => minor < adult).length,
    0,
  );
  const pairs = minors.length * adults.length;
  return pairs < 1000 ? 'too few' : `${((100 * above) / pairs).toFixed(1)} %`;
}
