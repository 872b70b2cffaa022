// What a margin does to people of each age, from the measured error of the estimate. Pure.
import type { AgeErrorTable, ErrorBand } from '../../../../config/age-error.ts';
import type { Measured } from '../../../terms/age-proof.ts';
import type { AgeMargins } from './age-rule.ts';
import { shareBelow, withInterval, type Share } from './error-curve.ts';

export interface AgeQuestion {
  /** The age asked for, 1 to 99. */
  gate: number;
  /** At the edge two nets must agree; a device has one. */
  place: Measured;
}

/** What becomes of people of these true ages. */
export interface Outlook {
  /** Both ends included. */
  ages: readonly [number, number];
  passed: Share;
  failed: Share;
  /** Neither: a further attempt, another method, or the end. */
  inconclusive: Share;
}

/** "Up to five years too young" is who a target speaks of. */
const TOO_YOUNG_YEARS = 5;
/** Adults until here; the error of older people is measured on few. */
const OLDEST = 60;
/** Of true ages in a detailed outlook. */
const DETAILED = { below: 8, count: 30 } as const;

/** @param ages both ends included */
export function outlookOf(
  table: AgeErrorTable,
  { gate, place }: AgeQuestion,
  { passYears, failYears }: AgeMargins,
  ages: readonly [number, number],
): Outlook {
  const one = table.curves.one_net;
  const passing = place === 'edge' ? (table.curves.two_nets ?? one) : one;
  const passed = meanOver(
    table.bands,
    ages,
    (age) => 1 - shareBelow(passing, age, gate + passYears),
  );
  const failed = meanOver(table.bands, ages, (age) => shareBelow(one, age, gate - failYears));
  const n = peopleOf(table.bands, ages);
  return {
    ages,
    passed: withInterval(passed, n),
    failed: withInterval(failed, n),
    inconclusive: withInterval(Math.max(0, 1 - passed - failed), n),
  };
}

/** By single years of age, from some years below the gate on. */
export function detailedOutlook(
  table: AgeErrorTable,
  asked: AgeQuestion,
  margins: AgeMargins,
): Outlook[] {
  const first = Math.max(1, asked.gate - DETAILED.below);
  return Array.from({ length: DETAILED.count }, (_, n) =>
    outlookOf(table, asked, margins, [first + n, first + n]),
  );
}

/** Who is up to five years too young, who has just reached the gate, and the other adults: at gate 18, 13-17, 18-24, 25-60. */
export function groupedOutlook(
  table: AgeErrorTable,
  asked: AgeQuestion,
  margins: AgeMargins,
): Outlook[] {
  const { gate } = asked;
  const groups: [number, number][] = [[gate, gate + 6]];
  if (gate > 1) groups.unshift([Math.max(1, gate - TOO_YOUNG_YEARS), gate - 1]);
  if (gate + 7 <= OLDEST) groups.push([gate + 7, OLDEST]);
  return groups.map((ages) => outlookOf(table, asked, margins, ages));
}

/** Ages count as often as they were measured. */
function meanOver(
  bands: readonly ErrorBand[],
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

const bandOf = (bands: readonly ErrorBand[], age: number): ErrorBand | undefined =>
  bands.find(({ ages }) => age <= ages[1]) ?? bands.at(-1);

/** As many as the bands have of these ages; a single year leans on its whole band, as the curve does. */
function peopleOf(bands: readonly ErrorBand[], [from, to]: readonly [number, number]): number {
  const people = bands.reduce((sum, { ages: [low, high], effective_n: n }) => {
    const covered = Math.min(high, to) - Math.max(low, from) + 1;
    const share = from === to ? 1 : covered / (high - low + 1);
    return covered > 0 ? sum + n * share : sum;
  }, 0);
  return Math.max(1, people);
}

/** @returns the measured mean absolute error at an age, in years: of one net */
export function errorAtAge({ bands }: AgeErrorTable, age: number): number {
  return bandOf(bands, age)?.one_net.mae ?? 0;
}

/** Of people up to five years too young, how many per cent may pass at most. */
export const AGE_TARGETS = [5, 2, 1] as const;
export type AgeTarget = (typeof AGE_TARGETS)[number];

/** As a column has it. */
export const toAgeTarget = (value: number | null): AgeTarget | null =>
  AGE_TARGETS.find((target) => target === value) ?? null;

/** What a customer and the service ask for; the first that is there decides, and the floor holds for each. */
export interface MarginPolicy {
  /** A number of years, for experts. */
  marginYears?: number;
  target?: AgeTarget;
  floorYears: number;
  defaultYears: number;
}

/** Larger ones leave most adults without an answer. */
const MOST_YEARS = 15;

interface SessionMargin {
  years: number;
  /** False: no margin reaches the target, and the largest applies. */
  isReached: boolean;
}

export function marginOf(
  table: AgeErrorTable,
  asked: AgeQuestion,
  { marginYears, target, floorYears, defaultYears }: MarginPolicy,
): SessionMargin {
  const own = marginYears ?? (target === undefined ? defaultYears : undefined);
  if (own !== undefined) return { years: Math.max(own, floorYears), isReached: true };
  const needed = target && yearsFor(table, asked, target);
  return { years: Math.max(needed ?? MOST_YEARS, floorYears), isReached: needed !== undefined };
}

/** @returns the least whole years that reach the target; undefined when none do */
function yearsFor(table: AgeErrorTable, asked: AgeQuestion, target: AgeTarget): number | undefined {
  const { gate } = asked;
  const { limits } = table;
  if (gate <= limits.gate && target <= limits.unreachable_target) return undefined;
  if (gate === 1) return 0;
  const tooYoung = [Math.max(1, gate - TOO_YOUNG_YEARS), gate - 1] as const;
  const margins = Array.from({ length: MOST_YEARS + 1 }, (_, years) => years);
  return margins.find((passYears) => {
    const { passed } = outlookOf(table, asked, { passYears, failYears: 0 }, tooYoung);
    return passed.share <= target / 100;
  });
}

/** What a caller should know of a gate, in a code and a sentence. */
export interface MarginWarning {
  code: 'age_estimate_unsuitable' | 'age_target_unreachable';
  message: string;
}

/** Of an estimate with this margin at this gate; none in the usual case. */
export function marginWarnings(
  { limits }: AgeErrorTable,
  { gate }: AgeQuestion,
  { target }: MarginPolicy,
  { years, isReached }: SessionMargin,
): MarginWarning[] {
  const [from, to] = limits.ages;
  const passed = Math.round(limits.passed * 100);
  const unsuitable: MarginWarning = {
    code: 'age_estimate_unsuitable',
    message: `An age estimate cannot serve min_age ${gate}: at ${limits.gate}, ${passed} % of people from ${from} to ${to} passed and the rest was inconclusive.`,
  };
  const unreachable: MarginWarning = {
    code: 'age_target_unreachable',
    message: `No margin lets at most ${target} % of people up to ${TOO_YOUNG_YEARS} years below min_age ${gate} pass; the largest, ${years} years, applies.`,
  };
  return [...(gate <= limits.gate ? [unsuitable] : []), ...(isReached ? [] : [unreachable])];
}
