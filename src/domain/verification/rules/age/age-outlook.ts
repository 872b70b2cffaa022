// Computes from the measured errors how a margin, or a limit for the age head's score, affects
// people of each age. Pure.
import type { AgeErrorTable, ErrorBand } from '../../../../config/age-error.ts';
import type { Measured } from '../../../terms/age-proof.ts';
import type { AgeMargins } from './age-rule.ts';
import { shareBelow, shareScoredBelow, withInterval, type Share } from './error-curve.ts';

export interface AgeQuestion {
  /** The required age, 1 to 99. */
  gate: number;
  /**
   * Where the face is measured: at the edge, two nets must agree or the head decides; a device has
   * only one net.
   */
  place: Measured;
}

/** The margins in effect. */
interface ActingMargins extends AgeMargins {
  /** The lowest score of the age head that passes; absent when both nets decide. */
  line?: number | undefined;
}

/** The verdicts for people whose true age is in a range. */
export interface Outlook {
  /** A range of ages, both ends included. */
  ages: readonly [number, number];
  passed: Share;
  failed: Share;
  /**
   * People who receive no verdict: they get another attempt or another method, or their session
   * ends.
   */
  inconclusive: Share;
}

/** Defines "up to five years too young", the group of people to which a target applies. */
export const TOO_YOUNG_YEARS = 5;
/** The highest age that is considered; above it, the error was measured on too few people. */
const OLDEST = 60;
/** The true ages in a detailed outlook: how far below the gate they begin, and their number. */
const DETAILED = { below: 8, count: 30 } as const;

/** @param ages both ends included */
export function outlookOf(
  table: AgeErrorTable,
  { gate, place }: AgeQuestion,
  { passYears, failYears, line }: ActingMargins,
  ages: readonly [number, number],
): Outlook {
  const one = table.curves.one_net;
  const n = peopleOf(table.bands, ages);
  const failed = withInterval(
    meanOver(table.bands, ages, (age) => shareBelow(one, age, gate - failYears)),
    n,
  );
  const by = line === undefined ? [] : passesBy(table, { gate, line }, ages);
  if (by.length > 0) return { ages, failed, ...acrossPopulations(by, failed) };
  const passed = withInterval(passingShare(table, { gate, place }, passYears, ages), n);
  const inconclusive = withInterval(Math.max(0, 1 - passed.share - failed.share), n);
  return { ages, passed, failed, inconclusive };
}

/** @returns the share of people of these ages who pass when the nets alone decide, unrounded */
export function passingShare(
  { bands, curves: { one_net: one, two_nets: two = one } }: AgeErrorTable,
  { gate, place }: AgeQuestion,
  passYears: number,
  ages: readonly [number, number],
): number {
  const curve = place === 'edge' ? two : one;
  return meanOver(bands, ages, (age) => 1 - shareBelow(curve, age, gate + passYears));
}

/** The number of people of these ages in one population, and the share of them who pass. */
interface PopulationShare {
  name: string;
  people: number;
  passed: Share;
}

/**
 * @param passing if it has `line`, the head decides; otherwise both nets must estimate at least
 *   `passYears` above the gate
 * @returns the share who pass in each population that includes people of these ages, widest
 *   interval first
 */
export function passesBy(
  { populations = [] }: AgeErrorTable,
  passing: { gate: number; line?: number | undefined; passYears?: number },
  ages: readonly [number, number],
): PopulationShare[] {
  const { gate, line, passYears = 0 } = passing;
  return populations
    .flatMap(({ name, bands: counts, curves }): PopulationShare[] => {
      const bands = counts.map(([from, to, n]) => ({
        ages: [from, to] as const,
        n,
        effective_n: n,
      }));
      if (!bands.some((band) => band.ages[0] <= ages[1] && band.ages[1] >= ages[0])) return [];
      const people = peopleOf(bands, ages);
      const below = (age: number) =>
        line === undefined
          ? shareBelow(curves.two_nets, age, gate + passYears)
          : shareScoredBelow(curves.head, age, line);
      const share = meanOver(bands, ages, (age) => 1 - below(age));
      return [{ name, people: Math.round(people), passed: withInterval(share, people) }];
    })
    .toSorted((a, b) => widthOf(b.passed) - widthOf(a.passed));
}

const widthOf = ({ low, high }: Share): number => high - low;

/**
 * Returns the mean over all populations, with their lowest lower bound and highest upper bound,
 * because populations differ by more than chance.
 */
function acrossPopulations(
  by: readonly PopulationShare[],
  failed: Share,
): Pick<Outlook, 'passed' | 'inconclusive'> {
  const people = by.reduce((sum, one) => sum + one.people, 0);
  const mean = by.reduce((sum, one) => sum + one.passed.share * one.people, 0) / (people || 1);
  const passed: Share = {
    share: Math.round(mean * 1000) / 1000,
    low: Math.min(1, ...by.map((one) => one.passed.low)),
    high: Math.max(0, ...by.map((one) => one.passed.high)),
  };
  const rest = (share: number) => Math.round(Math.max(0, 1 - share - failed.share) * 1000) / 1000;
  const inconclusive = { share: rest(mean), low: rest(passed.high), high: rest(passed.low) };
  return { passed, inconclusive };
}

/** Returns the outlook for single years of age, beginning some years below the gate. */
export function detailedOutlook(
  table: AgeErrorTable,
  asked: AgeQuestion,
  margins: ActingMargins,
): Outlook[] {
  const first = Math.max(1, asked.gate - DETAILED.below);
  return Array.from({ length: DETAILED.count }, (_, n) =>
    outlookOf(table, asked, margins, [first + n, first + n]),
  );
}

/**
 * Returns the outlook for people up to five years too young, people who have just reached the gate,
 * and other adults: at gate 18, ages 13-17, 18-24 and 25-60.
 */
export function groupedOutlook(
  table: AgeErrorTable,
  asked: AgeQuestion,
  margins: ActingMargins,
): Outlook[] {
  const { gate } = asked;
  const groups: [number, number][] = [[gate, gate + 6]];
  if (gate > 1) groups.unshift([Math.max(1, gate - TOO_YOUNG_YEARS), gate - 1]);
  if (gate + 7 <= OLDEST) groups.push([gate + 7, OLDEST]);
  return groups.map((ages) => outlookOf(table, asked, margins, ages));
}

type Band = Pick<ErrorBand, 'ages' | 'n' | 'effective_n'>;

/**
 * Returns the mean share over a range of ages; each age is weighted by its number of measurements.
 */
function meanOver(
  bands: readonly Band[],
  [from, to]: readonly [number, number],
  share: (age: number) => number,
): number {
  let [sum, weights] = [0, 0];
  for (let age = from; age <= to; age++) {
    const band = bandOf(bands, age);
    const weight = band === undefined ? 1 : band.n / (band.ages[1] - band.ages[0] + 1);
    sum += weight * share(age);
    weights += weight;
  }
  return sum / weights;
}

const bandOf = <B extends Band>(bands: readonly B[], age: number): B | undefined =>
  bands.find(({ ages }) => age <= ages[1]) ?? bands.at(-1);

/**
 * Returns the number of people of these ages in the bands. For a single year, it counts everyone in
 * that year's band, because the curve at that year is based on the whole band.
 */
function peopleOf(bands: readonly Band[], [from, to]: readonly [number, number]): number {
  const people = bands.reduce((sum, { ages: [low, high], effective_n: n }) => {
    const covered = Math.min(high, to) - Math.max(low, from) + 1;
    const share = from === to ? 1 : covered / (high - low + 1);
    return covered > 0 ? sum + n * share : sum;
  }, 0);
  return Math.max(1, people);
}

/** @returns the measured mean absolute error of one net at an age, in years */
export function errorAtAge({ bands }: AgeErrorTable, age: number): number {
  return bandOf(bands, age)?.one_net.mae ?? 0;
}
