// A session's age margin, in years or as a limit for the age head's score, derived from the
// customer's and the service's settings (D-84, D-130). Pure.
import type { AgeErrorTable } from '../../../../config/age-error.ts';
import { passingShare, TOO_YOUNG_YEARS, type AgeQuestion } from './age-outlook.ts';
import { HEAD_GATES, type HeadLimit, type HeadLimits } from './head-limits.ts';

/**
 * The available targets: the maximum percentage of people up to five years too young who may pass.
 */
export const AGE_TARGETS = [5, 2, 1] as const;
export type AgeTarget = (typeof AGE_TARGETS)[number];
/** The targets as fractions of 1. */
export const TARGET_SHARES: readonly number[] = AGE_TARGETS.map((target) => target / 100);

/** Converts the value of a database column; a value that is not a target becomes null. */
export const toAgeTarget = (value: number | null): AgeTarget | null =>
  AGE_TARGETS.find((target) => target === value) ?? null;

/**
 * The margin settings of a customer and the service: `marginYears` applies if it is set, otherwise
 * `target`, otherwise `defaultYears`, but never less than `floorYears`.
 */
export interface MarginPolicy {
  /** A margin in years, for experts. */
  marginYears?: number;
  target?: AgeTarget;
  floorYears: number;
  defaultYears: number;
}

/** The largest margin; with a larger one, most adults would receive no verdict. */
const MAX_YEARS = 15;
/**
 * The smallest share of people for which the head's limit is looked up; no sample is large enough
 * to measure smaller shares.
 */
const MIN_SHARE = 1e-4;

interface SessionMargin {
  years: number;
  /** Whether a margin reaches the target. If none does, the largest margin applies. */
  isReached: boolean;
  /** The lowest score of the age head that passes; absent if one net or both nets decide. */
  line?: number;
}

export function marginOf(
  table: AgeErrorTable,
  asked: AgeQuestion,
  { marginYears, target, floorYears, defaultYears }: MarginPolicy,
): SessionMargin {
  const own = marginYears ?? (target === undefined ? defaultYears : undefined);
  if (own !== undefined || target === undefined) {
    const years = Math.max(own ?? MAX_YEARS, floorYears);
    return { years, isReached: true, ...lineOf(limitForYears(table, asked, years)) };
  }
  const needed = yearsFor(table, asked, target);
  const years = Math.max(needed ?? MAX_YEARS, floorYears);
  const byTarget = limitForShare(table, asked, () => target / 100);
  const isFloor = floorYears > (needed ?? MAX_YEARS);
  const byFloor = isFloor ? limitForYears(table, asked, floorYears) : undefined;
  const line = byTarget === undefined ? undefined : Math.max(byTarget, byFloor ?? byTarget);
  return { years, isReached: needed !== undefined, ...lineOf(line) };
}

const lineOf = (line: number | undefined): { line?: number } =>
  line === undefined ? {} : { line };

/**
 * Returns the limit for the head's score at which the same share of people up to five years too
 * young pass as when both nets decide with a margin of this many years.
 * @returns undefined if the head does not decide
 */
export function limitForYears(
  table: AgeErrorTable,
  asked: AgeQuestion,
  years: number,
): number | undefined {
  return limitForShare(table, asked, (gate) => shareOfTooYoung(table, { ...asked, gate }, years));
}

/**
 * Returns the head's limit at which the given share of too young people pass. The limit is at least
 * as high as at every lower gate, so that reaching a gate implies reaching all lower gates.
 */
function limitForShare(
  { head }: AgeErrorTable,
  { gate, place }: AgeQuestion,
  shareAt: (gate: number) => number,
): number | undefined {
  const { first, last } = HEAD_GATES;
  if (head === undefined || place !== 'edge' || gate < first || gate > last) return undefined;
  const gates = Array.from({ length: gate - first + 1 }, (_, n) => first + n);
  const lines = gates.flatMap((one) => {
    const limits = head.limits[one];
    return limits === undefined ? [] : [limitAt(limits, shareAt(one))];
  });
  return lines.length < gates.length ? undefined : Math.max(...lines);
}

/**
 * Returns the limit for a share, interpolated between the given limits linearly in the logarithm of
 * the share. Beyond the first or last limit, the nearest segment is extrapolated.
 */
export function limitAt(limits: readonly (readonly [number, number])[], share: number): number {
  const above = limits.findIndex(([one]) => one <= share);
  const at = Math.min(limits.length - 1, Math.max(1, above === -1 ? limits.length - 1 : above));
  const [[fromShare, from] = [1, 0], [toShare, to] = [1, 0]] = limits.slice(at - 1, at + 1);
  const asked = Math.max(share, MIN_SHARE);
  const part = Math.log(asked / fromShare) / Math.log(toShare / fromShare);
  return from + part * (to - from);
}

/** Returns the share of people up to five years too young who pass when the nets alone decide. */
function shareOfTooYoung(table: AgeErrorTable, asked: AgeQuestion, passYears: number): number {
  const { gate } = asked;
  return passingShare(table, asked, passYears, [Math.max(1, gate - TOO_YOUNG_YEARS), gate - 1]);
}

/**
 * Returns the head's limits that a session needs at each of its gates, for its own margin and for
 * the service's margin.
 * @returns undefined if the head decides at none of the gates
 */
export function headLimitsOf(
  table: AgeErrorTable,
  gates: readonly number[],
  margin: { years: number; line?: number },
  serviceYears: number,
): HeadLimits | undefined {
  const id = table.head?.id;
  const asked = new Set(gates.map((gate) => Math.max(gate, HEAD_GATES.first)));
  const lines = [...asked].flatMap((gate): HeadLimit[] => {
    const question = { gate, place: 'edge' } as const;
    const own = gates.length === 1 && gates[0] === gate ? margin.line : undefined;
    const limitOf = (years: number) => limitForYears(table, question, years);
    const found = [
      [margin.years, own ?? limitOf(margin.years)],
      ...(serviceYears === margin.years ? [] : [[serviceYears, limitOf(serviceYears)] as const]),
    ] as const;
    return found.flatMap(([years, score]) => (score === undefined ? [] : [{ gate, years, score }]));
  });
  return id === undefined || lines.length === 0 ? undefined : { id, lines };
}

/** @returns the smallest margin in whole years that reaches the target; undefined when none does */
function yearsFor(table: AgeErrorTable, asked: AgeQuestion, target: AgeTarget): number | undefined {
  const { limits } = table;
  if (asked.gate <= limits.gate && target <= limits.unreachable_target) return undefined;
  return asked.gate === 1 ? 0 : leastYears(table, asked, target / 100);
}

/**
 * @returns the smallest whole-year margin at which the nets let at most this share of underage
 *   people pass; undefined when no margin is enough
 */
function leastYears(table: AgeErrorTable, asked: AgeQuestion, share: number): number | undefined {
  const margins = Array.from({ length: MAX_YEARS + 1 }, (_, years) => years);
  return margins.find(
    // The share is rounded to a tenth of a percent, like the shares that are displayed.
    (years) => Math.round(1000 * shareOfTooYoung(table, asked, years)) / 1000 <= share,
  );
}

/** A note for the caller about a gate, as a code and a sentence. */
export interface MarginWarning {
  code: 'age_estimate_unsuitable' | 'age_target_unreachable';
  message: string;
}

/** Returns warnings about an estimate with this margin at this gate; usually none. */
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
