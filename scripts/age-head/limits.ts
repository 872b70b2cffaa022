// Computes populations, limits and counts for data/age-error.json, from sets with true ages and one
// set with age groups. Pure.
import type {
  AgeErrorTable,
  AgeHeadTable,
  GroupCell,
  Population,
} from '../../src/config/age-error.ts';
import { type AgeHead, makeScore } from '../../src/workers/face/age-head.ts';
import { limitAt, TARGET_SHARES } from '../../src/domain/verification/rules/age/age-margin.ts';
import { limitsOf, type Scored } from '../calibrate/conformal.ts';
import { countAcross, countCells, type Person, populationOf } from '../calibrate/populations.ts';
import { type Face, halfOf } from './faces.ts';

/**
 * A data set in the shipped table. `calibrates` is true if it has people on both sides of every
 * gate, so that limits can be calibrated on it.
 */
interface KnownSet {
  name: string;
  about: string;
  calibrates: boolean;
}

const SETS: Readonly<Record<string, KnownSet>> = {
  utk: {
    name: 'UTKFace',
    about: 'Faces of many origins from the web. Its ages are estimates that a person has checked.',
    calibrates: true,
  },
  aaf: {
    name: 'All-Age-Faces (AAF)',
    about: 'Mostly East Asian faces.',
    calibrates: true,
  },
  studio: {
    name: 'Face Research Lab, London and Canada',
    about: 'Adults in a studio, two pictures of most.',
    calibrates: false,
  },
};

/** The FairFace groups of apparent age that are counted. */
const APPARENT = [
  [10, 19],
  [20, 29],
  [30, 39],
] as const;
/**
 * A group that is smaller than this, or in which fewer people pass, does not raise any limit,
 * because its share would be statistically unreliable.
 */
const MIN_OF_GROUP = { people: 50, passing: 5 } as const;
/** The maximum pass rate of a group of minors, as a multiple of the pass rate of all minors. */
const MAX_TIMES_MEAN = 2;
const GATE = 18;

type HeadFigures = Required<Pick<AgeErrorTable, 'head' | 'populations'>>;

/**
 * @param exact faces with true ages, from the sets in {@link SETS}
 * @param grouped faces with age groups
 */
export function headFigures(
  head: AgeHead,
  exact: readonly Face[],
  grouped: readonly Person[],
): HeadFigures & { raised: number[] } {
  const people = scoreFaces(head, exact);
  const calibrates = ({ set }: Scored) => SETS[set]?.calibrates ?? false;
  const calibrated = limitsOf(people.filter(calibrates));
  const limits = fairLimits(calibrated, grouped);
  const lineOf = (of: Limits, share: number) => limitAt(of[GATE] ?? [], share);
  const raised = TARGET_SHARES.map((share) => lineOf(limits, share) - lineOf(calibrated, share));
  const counted = countAcross(people, calibrates, raised);
  const populations = Object.entries(SETS).flatMap(([set, known]): Population[] => {
    const own = people.filter((one) => one.set === set);
    return own.length === 0 ? [] : [populationOf(known, own, counted.get(set) ?? [])];
  });
  const groups = groupCells(grouped, limits);
  return {
    raised,
    populations,
    head: { id: head.id, limits, ...(groups.length > 0 && { groups }) },
  };
}

/** Scores the faces, except those that are turned further than a check allows. */
export function scoreFaces(head: AgeHead, faces: readonly Face[]): (Person & Pick<Face, 'line'>)[] {
  const scoreAge = makeScore(head);
  return faces
    .filter(({ isFrontal }) => isFrontal)
    .map(({ features, ...face }) => ({
      ...face,
      half: halfOf(face),
      score: scoreAge(features, face).score,
    }));
}

type Limits = AgeHeadTable['limits'];

/**
 * Raises the limit for each target until no large group of minors passes more than twice as often
 * as all minors together.
 */
function fairLimits(limits: Limits, people: readonly Person[]): Limits {
  const minors = people.filter(({ age }) => age < 20 && age >= 10);
  const groups = byGroup(minors).filter(({ own }) => own.length >= MIN_OF_GROUP.people);
  const isFair = (line: number) => {
    const passing = (own: readonly Person[]) => own.filter(({ score }) => score >= line).length;
    const most = (MAX_TIMES_MEAN * passing(minors)) / Math.max(1, minors.length);
    return groups.every(
      ({ own }) => passing(own) < MIN_OF_GROUP.passing || passing(own) <= most * own.length,
    );
  };
  const raised = (limits[GATE] ?? []).map(([share, limit]): readonly [number, number] => {
    let line = limit;
    while (TARGET_SHARES.includes(share) && !isFair(line) && line < limit + 1) line += 0.01;
    return [share, Math.round(line * 1e4) / 1e4];
  });
  const higher = new Map(raised);
  return Object.fromEntries(
    Object.entries(limits).map(([gate, pairs]) => {
      let before = Number.NEGATIVE_INFINITY;
      const whole = pairs.map(([share, limit]): readonly [number, number] => {
        const own = Number(gate) >= GATE ? Math.max(limit, higher.get(share) ?? limit) : limit;
        before = Math.max(before, own);
        return [share, before];
      });
      return [gate, whole];
    }),
  );
}

function groupCells(people: readonly Person[], limits: Limits): GroupCell[] {
  const lines = TARGET_SHARES.map((share) => limitAt(limits[GATE] ?? [], share));
  const all = { origin: '', sex: '', own: people };
  return [all, ...byGroup(people)].flatMap(({ origin, sex, own }) =>
    countCells(own, () => lines, APPARENT).map((cell): GroupCell => [origin, sex, ...cell]),
  );
}

interface Group {
  /** The group's origin and sex. An empty string means every origin, or both sexes. */
  origin: string;
  sex: string;
  own: readonly Person[];
}

/** Groups people by sex, by origin, and by both. */
function byGroup(people: readonly Person[]): Group[] {
  const valuesOf = (read: (one: Person) => string) => [...new Set(people.map(read))].toSorted();
  const sexes = valuesOf(({ sex }) => sex);
  const origins = valuesOf(({ origin }) => origin);
  const names = [
    ...sexes.map((sex) => ['', sex] as const),
    ...origins.map((origin) => [origin, ''] as const),
    ...origins.flatMap((origin) => sexes.map((sex) => [origin, sex] as const)),
  ];
  return names.map(([origin, sex]) => ({
    origin,
    sex,
    own: people.filter(
      (one) => (origin === '' || one.origin === origin) && (sex === '' || one.sex === sex),
    ),
  }));
}
