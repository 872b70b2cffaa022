// Ways to join the scores of a check's turned pictures to one value. All but the first and the last
// expect a different score in each direction, which they learn from films of other people
// (docs/liveness-evidence.md). Only the first is in use.
import type { Action } from '../../src/vision/face/challenge.ts';
import { bentValue } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import type { FilmValue, Turn } from './film-values.ts';

/** @returns how bent the turned pictures look; a higher value than a limit counts as bent */
type Value = (turns: readonly Turn[]) => number;

interface Way {
  name: string;
  learn: (known: readonly FilmValue[]) => Value;
}

/** Left and right count as one, because faces have two similar halves. */
type Side = (typeof SIDES)[number];
const SIDES = ['aside', 'up', 'down'] as const;
const SIDE_OF: Readonly<Record<Action, Side>> = {
  turn_left: 'aside',
  turn_right: 'aside',
  look_up: 'up',
  look_down: 'down',
};

export const WAYS: readonly Way[] = [
  { name: 'higher half (shipped)', learn: () => (turns) => higherHalf(turns.map(beyondOf)) },
  { name: 'less the mean of the direction', learn: lessMean },
  { name: 'less the mean of direction and angle', learn: lessSlope },
  { name: 'less the mean, over the spread', learn: overSpread },
  { name: 'likelihood ratio, one spread', learn: (known) => likelihood(known, 'one') },
  { name: 'likelihood ratio, spread of each', learn: (known) => likelihood(known, 'each') },
  { name: 'discriminant within a person', learn: discriminant },
  { name: 'only aside, higher half', learn: () => onlyAside },
];

const beyondOf = ({ beyond }: Turn): number => beyond;

/** One picture is its own higher half. */
const higherHalf = (values: readonly number[]): number => bentValue([0], values) ?? values[0] ?? 0;

/** What the pictures of one side score above rest. */
interface Moments {
  mean: number;
  variance: number;
}

type Expected = (turn: Pick<Turn, 'direction'>) => Moments;

/** With fewer showings of a side than this, the moments of all sides stand for it. */
const MIN_SHOWINGS = 3;

/**
 * @param measure what to expect of a picture: its score, unless stated otherwise
 * @returns what to expect in each direction; each showing counts once
 */
function expected(
  known: readonly FilmValue[],
  by: FilmValue['by'],
  measure: (turn: Turn) => number = beyondOf,
): Expected {
  const showings = known.filter((one) => one.by === by).map(({ turns }) => turns);
  const bySide = new Map(
    SIDES.map((side) => {
      const own = showings
        .map((turns) => turns.filter(({ direction }) => SIDE_OF[direction] === side))
        .filter((turns) => turns.length > 0);
      return [side, momentsOf(own.length < MIN_SHOWINGS ? showings : own, measure)];
    }),
  );
  return ({ direction }) => bySide.get(SIDE_OF[direction]) ?? { mean: 0, variance: 1 };
}

function momentsOf(
  showings: readonly (readonly Turn[])[],
  measure: (turn: Turn) => number,
): Moments {
  const mean = meanOf(showings.map((turns) => meanOf(turns.map(measure))));
  const squares = (turns: readonly Turn[]) => turns.map((turn) => (measure(turn) - mean) ** 2);
  return { mean, variance: meanOf(showings.map((turns) => meanOf(squares(turns)))) };
}

function lessMean(known: readonly FilmValue[]): Value {
  const real = expected(known, 'real');
  return (turns) => higherHalf(turns.map((turn) => turn.beyond - real(turn).mean));
}

/** Expects a score that changes with the angle, by as much per degree in each direction. */
function lessSlope(known: readonly FilmValue[]): Value {
  const real = expected(known, 'real');
  const angles = expected(known, 'real', ({ degrees }) => degrees);
  const further = (turn: Turn): number => turn.degrees - angles(turn).mean;
  const sumOf = (term: (turn: Turn) => number): number =>
    known
      .filter(({ by }) => by === 'real')
      .reduce((sum, { turns }) => sum + meanOf(turns.map(term)), 0);
  const slope =
    sumOf((turn) => further(turn) * (turn.beyond - real(turn).mean)) /
    sumOf((turn) => further(turn) ** 2);
  return (turns) =>
    higherHalf(turns.map((turn) => turn.beyond - real(turn).mean - slope * further(turn)));
}

function overSpread(known: readonly FilmValue[]): Value {
  const real = expected(known, 'real');
  return (turns) =>
    higherHalf(
      turns.map((turn) => {
        const { mean, variance } = real(turn);
        return (turn.beyond - mean) / Math.sqrt(variance);
      }),
    );
}

/**
 * The mean log-likelihood ratio of a mesh and a real head, whose scores have normal distributions
 * of the same spread: one for all directions, or one for each.
 */
function likelihood(known: readonly FilmValue[], spread: 'one' | 'each'): Value {
  const [real, bent] = [expected(known, 'real'), expected(known, 'mesh')];
  const varianceOf = (turn: Pick<Turn, 'direction'>): number =>
    (real(turn).variance + bent(turn).variance) / 2;
  const one = meanOf(
    (['turn_left', 'look_up', 'look_down'] as const).map((direction) => varianceOf({ direction })),
  );
  return (turns) =>
    meanOf(
      turns.map((turn) => {
        const [from, to] = [real(turn).mean, bent(turn).mean];
        const ratio = (to - from) * (turn.beyond - (from + to) / 2);
        return ratio / (spread === 'one' ? one : varianceOf(turn));
      }),
    );
}

/**
 * Fisher's discriminant of meshes and real heads, when all scores of one person vary together as
 * well as each for itself. Its unit is the spread of real heads.
 */
function discriminant(known: readonly FilmValue[]): Value {
  const [real, bent] = [expected(known, 'real'), expected(known, 'mesh')];
  const unexpected = (turns: readonly Turn[]) => turns.map((turn) => turn.beyond - real(turn).mean);
  const { within, between } = variancesOf(
    known.filter(({ by }) => by === 'real').map(({ turns }) => unexpected(turns)),
  );
  return (turns) => {
    const common = between / (within + turns.length * between);
    const product = (a: readonly number[], b: readonly number[]): number =>
      (sumOf(a.map((one, at) => one * (b[at] ?? 0))) - common * sumOf(a) * sumOf(b)) / within;
    const gaps = turns.map((turn) => bent(turn).mean - real(turn).mean);
    return product(gaps, unexpected(turns)) / Math.sqrt(product(gaps, gaps));
  };
}

/** @returns the variance within the lists, and that of their means */
function variancesOf(lists: readonly (readonly number[])[]): { within: number; between: number } {
  const found = lists
    .filter(({ length }) => length > 1)
    .map((list) => {
      const mean = meanOf(list);
      const squares = sumOf(list.map((one) => (one - mean) ** 2));
      return { mean, length: list.length, variance: squares / (list.length - 1) };
    });
  const within = meanOf(found.map(({ variance }) => variance));
  const between = meanOf(found.map(({ mean, length }) => mean ** 2 - within / length));
  return { within, between: Math.max(0, between) };
}

function onlyAside(turns: readonly Turn[]): number {
  const aside = turns.filter(({ direction }) => SIDE_OF[direction] === 'aside');
  return higherHalf((aside.length > 0 ? aside : turns).map(beyondOf));
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;
