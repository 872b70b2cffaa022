// Compares ways to join the scores of turned pictures (ways.ts). What a way expects of a direction,
// and its limit, are set by one half of the people and judged by the other half.
import { type Random, seeded } from '../../test/support/clips/random.ts';
import { printMarkdown, printTitle } from '../report.ts';
import type { FilmValue, Turn } from './film-values.ts';
import { DIVISIONS, FORGERS, from, halve, nameOf, REAL } from './print-films.ts';
import { KEPT_SHARE } from './shares.ts';
import { WAYS } from './ways.ts';

interface Showing {
  film: FilmValue;
  /** The pictures that are judged together, and how often they were drawn. */
  drawn: readonly { turns: readonly Turn[]; times: number }[];
}

type Learn = (typeof WAYS)[number]['learn'];

/** The share of real showings that is kept, then of each forger's that is caught. */
type Shares = readonly number[];

/** The shares of others that a limit accepts; between them, shares are interpolated. */
const ACCEPTED = [KEPT_SHARE, ...Array.from({ length: 30 }, (_, at) => 0.85 + at / 200)].toSorted(
  (a, b) => a - b,
);
/** The share kept at which all ways are compared. */
const COMPARED_AT = 0.9;

export function printWays(found: readonly FilmValue[]): void {
  const films = found.map((film): Showing => ({ film, drawn: [{ turns: film.turns, times: 1 }] }));
  const sessions = found
    .map((film): Showing => ({ film, drawn: distinct(film) }))
    .filter(({ drawn }) => drawn.length > 0);
  for (const [name, showings] of Object.entries({ films, sessions })) {
    printTitle(`Ways to join the scores, ${name}`);
    printMarkdown(
      ['Way', 'kept, %', ...FORGERS.map((forger) => `caught: ${nameOf(forger)}, %`)],
      WAYS.flatMap((way) => rowsOf(way.name, curveOf(showings, found, way.learn))),
    );
  }
}

function rowsOf(name: string, curve: readonly Shares[]): string[][] {
  const format = (shares: Shares): string[] => shares.map((share) => (100 * share).toFixed(1));
  return [
    [name, ...format(curve[ACCEPTED.indexOf(KEPT_SHARE)] ?? [])],
    [`${name}, as many kept`, ...format(sharesAt(curve, COMPARED_AT))],
  ];
}

/** @returns the sessions of a film, each combination of pictures once */
function distinct({ turns, sessions }: FilmValue): Showing['drawn'] {
  const keyOf = (session: readonly Turn[]): string =>
    session
      .map((turn) => turns.indexOf(turn))
      .toSorted((a, b) => a - b)
      .join();
  const alike = Map.groupBy(sessions, keyOf);
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ turns: first, times: 1 + others.length }] : [],
  );
}

/** @returns the shares for each of ACCEPTED, as means over all divisions of the people */
function curveOf(
  showings: readonly Showing[],
  found: readonly FilmValue[],
  learn: Learn,
): readonly Shares[] {
  const random = seeded(1);
  const curves = Array.from({ length: DIVISIONS }, () => divide(showings, found, learn, random));
  return ACCEPTED.map((_, at) =>
    [REAL, ...FORGERS].map((__, by) => meanOf(curves.map((curve) => curve[at]?.[by] ?? NaN))),
  );
}

function divide(
  showings: readonly Showing[],
  found: readonly FilmValue[],
  learn: Learn,
  random: Random,
): readonly Shares[] {
  const halfOf = halve(
    showings.map(({ film }) => film.person),
    random,
  );
  const judged = [0, 1].flatMap((half) => {
    const value = learn(found.filter(({ person }) => halfOf.get(person) !== half));
    const valued = showings.map(({ film, drawn }) => {
      return { film, values: drawn.map(({ turns, times }) => ({ value: value(turns), times })) };
    });
    const [own, others] = [true, false].map((isOwn) =>
      valued.filter(({ film }) => (halfOf.get(film.person) === half) === isOwn),
    );
    const limits = limitsOf(
      (others ?? []).filter(({ film }) => film.by === 'real').flatMap(({ values }) => values),
    );
    return (own ?? []).map(({ film: { by, sways }, values }) => {
      return { by, sways, beyond: limits.map((limit) => shareBeyond(values, limit)) };
    });
  });
  return ACCEPTED.map((_, at) => {
    const beyond = (by: typeof REAL): number =>
      meanOf(from(judged, by).map((one) => one.beyond[at] ?? NaN));
    return [1 - beyond(REAL), ...FORGERS.map(beyond)];
  });
}

interface Valued {
  value: number;
  times: number;
}

/** @returns the value that each of ACCEPTED keeps, as `quantile` computes it */
function limitsOf(values: readonly Valued[]): number[] {
  const all = values.flatMap(({ value, times }) => Array<number>(times).fill(value));
  const sorted = all.toSorted((a, b) => a - b);
  return ACCEPTED.map((share) => sorted[Math.floor(sorted.length * share)] ?? NaN);
}

function shareBeyond(values: readonly Valued[], limit: number): number {
  const count = (some: readonly Valued[]): number =>
    some.reduce((sum, { times }) => sum + times, 0);
  return count(values.filter(({ value }) => value > limit)) / count(values);
}

/** @returns the shares where the given share of real showings is kept; NaN beyond the curve */
function sharesAt(curve: readonly Shares[], kept: number): Shares {
  const next = curve.findIndex(([share]) => (share ?? NaN) >= kept);
  const sharesOf = (by: number): number[] => [next - 1, next].map((at) => curve[at]?.[by] ?? NaN);
  const [low = NaN, high = NaN] = sharesOf(0);
  const part = (kept - low) / (high - low);
  return [REAL, ...FORGERS].map((_, by) => {
    const [least = NaN, most = NaN] = sharesOf(by);
    return least + part * (most - least);
  });
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
