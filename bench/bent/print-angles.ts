// Prints how the bent head's score depends on the angle of a turn, and what follows for checks that
// ask for turns of that angle.
import { type Action, isAside } from '../../src/vision/face/challenge.ts';
import { bentValue, MAX_BENT } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { between, type Random, seeded } from '../../test/support/clips/random.ts';
import { printFigure, printMarkdown, printTitle } from '../report.ts';
import type { AngleSamples, TurnedSample } from './angle-samples.ts';
import { type Classify, shuffled } from './film-values.ts';

/** A turned picture's angle, and its score above the mean of the pictures at rest. */
interface Turn {
  action: Action;
  degrees: number;
  beyond: number;
}

interface Person {
  real: readonly Turn[];
  bent: readonly Turn[];
}

const LIMITS = [MAX_BENT.strict, MAX_BENT.standard];
const BINS = [13, 17, 21, 25, 30, 36, 45];
const WAYS = { aside: isAside, up: is('look_up'), down: is('look_down') };
/** The angles that a check may ask for, and the number of sides. */
const REACHES = [15, 20, 25, 28];
const SIDES = [1, 2];
const NOD_DEGREES = 15;
const DRAWN = 200;
const ATTEMPTS = 3;

function is(action: Action): (one: Action) => boolean {
  return (one) => one === action;
}

/** @param shown the samples of each person, of whom all have pictures at rest */
export function printAngles(shown: readonly AngleSamples[], classify: Classify): void {
  const people = shown.map((one) => scoredOf(one, classify));
  const turning = people.filter(({ real }) => real.length > 0).length;
  printTitle('The score of turned heads above rest, by angle');
  printFigure('series; with turns', `${people.length}; ${turning}`);
  printMarkdown(
    ['Turned', 'degrees', 'real', 'series', 'mean', ...keptAt, 'mesh', 'mean', ...caughtAt],
    Object.entries(WAYS).flatMap(([name, isThis]) =>
      BINS.slice(1).map((to, at) => rowOf(people, name, isThis, [BINS[at] ?? 0, to])),
    ),
  );
  printTitle('Checks drawn from these, by the angle to a side that they ask for');
  printMarkdown(
    ['Degrees', 'sides', 'limit', 'kept, %', `in ${ATTEMPTS} attempts`, 'mesh passes', 'in three'],
    SIDES.flatMap((sides) =>
      REACHES.flatMap((reach) => LIMITS.map((limit) => drawnRow(people, { reach, sides, limit }))),
    ),
  );
}

const keptAt = LIMITS.map((limit) => `kept at ${limit}`);
const caughtAt = LIMITS.map((limit) => `caught at ${limit}`);

function scoredOf({ rests, real, bent }: AngleSamples, classify: Classify): Person {
  const rest = meanOf(rests.map(({ texture }) => classify(texture)));
  const turnOf = ({ action, degrees, sample }: TurnedSample): Turn => {
    return { action, degrees, beyond: classify(sample.texture) - rest };
  };
  return { real: real.map(turnOf), bent: bent.map(turnOf) };
}

function rowOf(
  people: readonly Person[],
  name: string,
  isThis: (action: Action) => boolean,
  [from, to]: readonly [number, number],
): string[] {
  const within = ({ action, degrees }: Turn): boolean =>
    isThis(action) && degrees >= from && degrees < to;
  const real = people.flatMap((one) => one.real.filter(within));
  const bent = people.flatMap((one) => one.bent.filter(within));
  const shareOf = (turns: readonly Turn[], holds: (turn: Turn) => boolean): string =>
    turns.length === 0 ? '' : `${turns.filter(holds).length}`;
  return [
    name,
    `${from} to ${to}`,
    `${real.length}`,
    `${people.filter((one) => one.real.some(within)).length}`,
    average(real),
    ...LIMITS.map((limit) => shareOf(real, ({ beyond }) => beyond <= limit)),
    `${bent.length}`,
    average(bent),
    ...LIMITS.map((limit) => shareOf(bent, ({ beyond }) => beyond > limit)),
  ];
}

const average = (turns: readonly Turn[]): string =>
  turns.length === 0 ? '' : meanOf(turns.map(({ beyond }) => beyond)).toFixed(1);

interface Asked {
  /** The angle to a side that the check asks for. */
  reach: number;
  /** The number of sides to which the head has to turn. */
  sides: number;
  limit: number;
}

/** @returns the shares of real and of forged checks that pass, at once and in three attempts */
function drawnRow(people: readonly Person[], asked: Asked): string[] {
  const random = seeded(1);
  const real = people.flatMap(({ real: turns }) => passesOf(peaksOf(turns, 0), asked, random));
  const forged = people.flatMap(({ bent: turns }) =>
    passesOf(peaksOf(turns, asked.reach), asked, random),
  );
  const percent = (passes: readonly Passes[], name: keyof Passes): string =>
    (100 * meanOf(passes.map((one) => one[name]))).toFixed(1);
  const { reach, sides, limit } = asked;
  return [
    `${reach}`,
    `${sides}`,
    `${limit}`,
    percent(real, 'first'),
    percent(real, 'all'),
    percent(forged, 'first'),
    percent(forged, 'all'),
  ];
}

/** The pictures that a check may request of one movement. */
interface Peaks {
  action: Action;
  peaks: readonly number[];
  others: readonly number[];
}

/**
 * @param reach the angle to a side that the peak of a forged turn has to reach; 0 for the pictures
 *   of people, whom nobody asked to turn that far, so that each of them may be a peak
 */
function peaksOf(turns: readonly Turn[], reach: number): Peaks[] {
  return [...Map.groupBy(turns, ({ action }) => action)].flatMap(([action, own]): Peaks[] => {
    if (reach === 0) return [{ action, peaks: own.map(beyondOf), others: own.map(beyondOf) }];
    const least = isAside(action) ? reach : NOD_DEGREES;
    const sorted = own.toSorted((a, b) => a.degrees - b.degrees);
    const peak = sorted.findIndex(({ degrees }) => degrees >= least);
    const way = sorted.slice(0, peak + 1);
    return peak < 0
      ? []
      : [{ action, peaks: way.slice(-1).map(beyondOf), others: way.map(beyondOf) }];
  });
}

const beyondOf = ({ beyond }: Turn): number => beyond;

interface Passes {
  first: number;
  all: number;
}

/** @returns nothing for a person who turns to no side */
function passesOf(moves: readonly Peaks[], asked: Asked, random: Random): Passes[] {
  const sides = moves.filter(({ action }) => isAside(action));
  if (sides.length === 0) return [];
  const drawn = Array.from({ length: DRAWN }, () => {
    const values = Array.from({ length: ATTEMPTS }, () => attemptOf(moves, asked, random));
    // The attempts before the first accepted one were all refused as bent.
    const means = values.map((_, at) => meanOf(values.slice(0, at + 1)));
    return means.map((mean, at) => Math.max(mean, values[at] ?? 0) <= asked.limit);
  });
  return [
    {
      first: meanOf(drawn.map(([isFirst]) => Number(isFirst))),
      all: meanOf(drawn.map((held) => Number(held.includes(true)))),
    },
  ];
}

/** The share of checks that also request a random picture of a turn to a side. */
const RANDOM_SHARE = 0.7;

function attemptOf(moves: readonly Peaks[], { sides }: Asked, random: Random): number {
  const aside = shuffled(
    moves.filter(({ action }) => isAside(action)),
    random,
  ).slice(0, sides);
  const [nod] = shuffled(
    moves.filter(({ action }) => !isAside(action)),
    random,
  );
  const shown = [...aside, ...(nod ? [nod] : [])].map(({ peaks }) => pick(peaks, random));
  if (random() < RANDOM_SHARE) shown.push(pick(aside[0]?.others ?? [], random));
  // One picture is its own higher half.
  return bentValue([0], shown) ?? shown[0] ?? 0;
}

const pick = (values: readonly number[], random: Random): number =>
  values[Math.floor(between(random, 0, values.length))] ?? 0;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
