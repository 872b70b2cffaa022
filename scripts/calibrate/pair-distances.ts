// Measures, for each group, how far apart the faces in labelled pictures are. It compares pictures
// of one person with each other and with pictures of strangers, and does the same with the mean of
// three pictures, because an account enrols such a mean. Pure.
import { placesApart } from '../../src/domain/terms/face-match.ts';
import { type PlacedFace, placeFace } from '../../src/domain/terms/face-space.ts';
import type { Shown } from './pair-labels.ts';

/** A labelled picture with its descriptor. */
export interface Described extends Shown {
  /** The face descriptor as computed by faceres, normalized to length 1. */
  descriptor: Float32Array;
}

export interface GroupDistances {
  group: string;
  people: number;
  pictures: number;
  /** Distances between two pictures of the same person; each pair counts once. */
  own: Float32Array;
  /** Distances between pictures of two different people, with at most five pictures of each. */
  strangers: Float32Array;
  /** Distances between the mean of three pictures of a person and the person's other pictures. */
  enrolledOwn: Float32Array;
  /** Distances between the mean of three pictures of a person and one picture of each stranger. */
  enrolledStrangers: Float32Array;
}

const ENROLLED = 3;
/**
 * The maximum number of pictures per person. Any further pictures are ignored, so that no single
 * person dominates the rates.
 */
const MAX_PICTURES = 8;
/**
 * The maximum number of pictures per person in pairs of strangers. It is lower than MAX_PICTURES,
 * because the number of such pairs grows with the square of this maximum.
 */
const MAX_PICTURES_AMONG_STRANGERS = 5;
/** The name under which pictures without a group are counted. */
export const NO_GROUP = 'without a group';

interface Person {
  shown: readonly Described[];
  placed: readonly PlacedFace[];
}

/**
 * Strangers are compared only within a group: people of different groups are easier to tell apart,
 * which would make the rates look better than they are.
 * @returns one entry for each group, sorted by name
 */
export function measureDistances(described: readonly Described[]): GroupDistances[] {
  const groups = [...new Set(described.map(groupOf))].toSorted();
  return groups.map((group) =>
    measureGroup(
      group,
      described.filter((one) => groupOf(one) === group),
    ),
  );
}

export const groupOf = ({ group, sex, skinTone }: Shown): string => {
  if (group !== undefined) return group;
  const words = [...(sex ? [sex] : []), ...(skinTone ? [`skin tone ${skinTone}`] : [])];
  return words.join(', ') || NO_GROUP;
};

function measureGroup(group: string, described: readonly Described[]): GroupDistances {
  const people = [...Map.groupBy(described, ({ person }) => person).values()].map(
    (shown): Person => {
      const counted = shown.slice(0, MAX_PICTURES);
      return { shown: counted, placed: counted.map(({ descriptor }) => placeFace(descriptor)) };
    },
  );
  return {
    group,
    people: people.length,
    pictures: people.reduce((sum, { shown }) => sum + shown.length, 0),
    own: distancesOf(people.flatMap(({ placed }) => pairsOf(placed))),
    strangers: distancesOf(
      pairsOf(people.map(({ placed }) => placed.slice(0, MAX_PICTURES_AMONG_STRANGERS))).flatMap(
        cross,
      ),
    ),
    ...enrolledOf(people),
  };
}

type Pair = readonly [one: PlacedFace, other: PlacedFace];

const pairsOf = <One>(all: readonly One[]): (readonly [One, One])[] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other] as const));

const cross = ([some, others]: readonly [readonly PlacedFace[], readonly PlacedFace[]]): Pair[] =>
  some.flatMap((one) => others.map((other) => [one, other] as const));

const distancesOf = (pairs: readonly Pair[]): Float32Array =>
  Float32Array.from(pairs, ([one, other]) => placesApart(one, other));

function enrolledOf(
  people: readonly Person[],
): Pick<GroupDistances, 'enrolledOwn' | 'enrolledStrangers'> {
  const enrolled = people.flatMap((person) => {
    if (person.shown.length <= ENROLLED) return [];
    const three = person.shown.slice(0, ENROLLED).map(({ descriptor }) => descriptor);
    return [{ person, template: placeFace(meanOf(three)) }];
  });
  return {
    enrolledOwn: distancesOf(
      enrolled.flatMap(({ person, template }) =>
        person.placed.slice(ENROLLED).map((one) => [template, one] as const),
      ),
    ),
    enrolledStrangers: distancesOf(
      enrolled.flatMap(({ person, template }) =>
        people
          .filter((other) => other !== person)
          .flatMap(({ placed: [first] }) => (first ? [[template, first] as const] : [])),
      ),
    ),
  };
}

/**
 * Computes the mean of the descriptors, scaled to length 1, in the same way as a session
 * (rules/evidence/face-of.ts).
 */
function meanOf(descriptors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = descriptors;
  const sums = first.map((_, at) => descriptors.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  const length = Math.hypot(...sums);
  return sums.map((sum) => sum / length);
}
