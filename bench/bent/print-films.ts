// Prints how many films of real people the bent head accepts, and how many warps made from these
// films it catches, and the same for sessions that are drawn from the films. Both are counted at
// the shipped limit, and at a limit that was set on other people.
import { interval } from '../../scripts/calibrate/interval.ts';
import { MAX_BENT } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { type Random, seeded } from '../../test/support/clips/random.ts';
import { printFigure, printMarkdown, printTitle, quantile } from '../report.ts';
import type { FilmValue } from './film-values.ts';
import { WARPS } from './samples.ts';
import { KEPT_SHARE } from './shares.ts';

type By = Pick<FilmValue, 'by' | 'sways'>;

/**
 * A showing, with the value of its film or with the values of the sessions that were drawn from it.
 */
interface Judged extends By {
  person: number;
  values: readonly number[];
}

const LIMITS = [MAX_BENT.strict, MAX_BENT.standard];

type LimitFor = (one: Judged) => number;

/**
 * Each forger's warp twice: with unchanged pictures at rest, and with pictures at rest that are
 * also bent (`sways`).
 */
export const FORGERS: readonly By[] = [false, true].flatMap((sways) =>
  WARPS.map((by) => ({ by, sways })),
);
export const REAL: By = { by: 'real', sways: false };
/** How many times the people are divided into halves, because results depend on the division. */
export const DIVISIONS = 200;

export const nameOf = ({ by, sways }: By): string => (sways ? `${by}, swaying` : by);

export const from = <One extends By>(all: readonly One[], { by, sways }: By): One[] =>
  all.filter((one) => one.by === by && one.sways === sways);

export function printFilms(found: readonly FilmValue[]): void {
  const films = found.map((one): Judged => ({ ...one, values: [one.value] }));
  const drawn = found.map((one): Judged => ({ ...one, values: one.drawn }));
  printValues(films);
  printShares('films', films);
  printShares(
    'sessions drawn from films',
    drawn.filter(({ values }) => values.length > 0),
  );
}

function printValues(films: readonly Judged[]): void {
  printTitle('Films');
  const valuesBy = (by: By): number[] => from(films, by).flatMap(({ values }) => values);
  const real = valuesBy(REAL).toSorted((a, b) => b - a);
  printFigure('largest values', real.slice(0, 4).map(rounded).join(', '));
  for (const limit of LIMITS) {
    const kept = real.filter((value) => value <= limit).length;
    printFigure(`kept at ${limit}`, `${kept} of ${real.length}, ${interval(kept, real.length)}`);
  }
  for (const forger of FORGERS) {
    const values = valuesBy(forger);
    const caught = LIMITS.map((limit) => values.filter((value) => value > limit).length);
    const deciles = [0.1, 0.5, 0.9].map((share) => rounded(quantile(values, share))).join(', ');
    printFigure(
      `${nameOf(forger)}: caught at ${LIMITS.join(', ')}; deciles 1, 5, 9`,
      `${caught.join(', ')} of ${values.length}; ${deciles}`,
    );
  }
}

const rounded = (value: number): string => value.toFixed(1);

function printShares(name: string, all: readonly Judged[]): void {
  printTitle(`Shares of ${name}, of ${from(all, REAL).length} showings of real people`);
  const random = seeded(1);
  const divided = Array.from({ length: DIVISIONS }, () =>
    sharesAt(all, limitOfOthers(all, random)),
  );
  const means = [REAL, ...FORGERS].map((_, at) => meanOf(divided.map((shares) => shares[at] ?? 0)));
  const row = (limit: string, shares: readonly number[]): string[] => [
    limit,
    ...shares.map((share) => (100 * share).toFixed(1)),
  ];
  printMarkdown(
    ['Limit', 'kept, %', ...FORGERS.map((forger) => `caught: ${nameOf(forger)}, %`)],
    [
      ...LIMITS.map((limit) =>
        row(
          `${limit}`,
          sharesAt(all, () => limit),
        ),
      ),
      row('set by others', means),
    ],
  );
}

/**
 * Divides people into halves at random.
 *
 * @returns the half of each person, 0 or 1
 */
export function halve(numbers: readonly number[], random: Random): ReadonlyMap<number, number> {
  const people = [...new Set(numbers)]
    .map((person) => ({ person, order: random() }))
    .toSorted((a, b) => a.order - b.order);
  return new Map(people.map(({ person }, at) => [person, at % 2]));
}

/** @returns for each person, the limit that keeps enough of the other half */
function limitOfOthers(all: readonly Judged[], random: Random): LimitFor {
  const halfOf = halve(
    all.map(({ person }) => person),
    random,
  );
  const limits = [0, 1].map((half) => {
    const others = from(all, REAL).filter(({ person }) => halfOf.get(person) !== half);
    return quantile(
      others.flatMap(({ values }) => values),
      KEPT_SHARE,
    );
  });
  return ({ person }) => limits[halfOf.get(person) ?? 0] ?? NaN;
}

/**
 * @returns the share of real showings that are kept, then for each forger the share of its showings
 *   that are caught
 */
function sharesAt(all: readonly Judged[], limitFor: LimitFor): number[] {
  const beyond = (by: By): number =>
    meanOf(
      from(all, by).map((one) => {
        const limit = limitFor(one);
        return meanOf(one.values.map((value) => (value > limit ? 1 : 0)));
      }),
    );
  return [1 - beyond(REAL), ...FORGERS.map(beyond)];
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
