// A customer's daily counts (D-181) and the breakdown of its finished sessions by country, type,
// reason and duration (D-178): which days stay in D1, and how parts are added up. Pure.
import type { outcomeDays } from '../../../db/schema/index.ts';
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { namesOfCount } from '../../verification/rules/session/joined-counts.ts';

export type OutcomeKind = (typeof outcomeDays.$inferSelect)['kind'];

export const OUTCOME_KINDS = [
  'country',
  'type',
  'reason',
  'seconds',
  'contest',
] as const satisfies readonly OutcomeKind[];

/** The number of sessions with each verdict for one item of a kind, such as one country. */
export interface OutcomeCount {
  item: string;
  success: number;
  failed: number;
}

interface KindCount extends OutcomeCount {
  kind: OutcomeKind;
}

/** A daily count under one of its names. */
export interface NamedCount {
  name: string;
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  value: number;
}

/**
 * A customer's outcomes and daily counts for one day, once they have been removed from
 * `outcome_days` and `daily_counts`. A part never changes.
 */
export interface OutcomePart {
  /** A customer's parts are numbered from 1, in order of creation. */
  number: number;
  /**
   * A random id. It distinguishes two parts with the same number: if the database is restored to a
   * state before a part was created, another part gets the same number.
   */
  id: string;
  /** The day in UTC, `YYYY-MM-DD`. */
  day: string;
  /**
   * JSON: successes and failures by kind and item, such as `{"country":{"NL":[3,1]}}`, and under
   * `counts` the values of daily counts by their stored names. A part from before D-181 has no
   * `counts`.
   */
  outcomes: string;
}

/** The figures to read. */
export interface WantedFigures {
  kinds: readonly OutcomeKind[];
  /** The names of daily counts; `funnel.<step>` for steps. */
  names: readonly string[];
}

/** The requested figures. */
interface PartSums {
  /** The sums that are not 0. */
  outcomes: KindCount[];
  /** Several counts may have the same name and day; they must be added up. */
  counts: NamedCount[];
}

/** The sums of a ledger's parts. */
export interface LedgerSums extends PartSums {
  /**
   * How many of the requested parts the ledger has, including parts of days outside the requested
   * ones. Absent if the object still runs an earlier version.
   */
  found?: number;
}

/** The parts that a ledger is asked to add up. */
export interface WantedParts extends WantedFigures {
  /** The days, `YYYY-MM-DD`, both inclusive. */
  from: string;
  to: string;
  /** The number of the last part that D1 has created; later parts are left out. */
  upTo: number;
  /** The numbers of the parts that are still in D1; these parts are left out as well. */
  except: readonly number[];
}

/**
 * The number of days before today whose breakdown stays in D1, in rows updated by triggers. It is
 * larger than RECOUNTED_DAYS, because a recount replaces a day's rows (D-178).
 */
export const OUTCOMES_KEPT_DAYS = 8;
/** Allows for clocks that differ: outcomes stay a little longer than readers expect. */
const MARGIN_MS = HOUR_MS;

/** @returns the first day whose outcomes stay in D1; earlier days move to ledgers */
export const firstKeptDay = (nowMs: number): string =>
  dayOf(nowMs - MARGIN_MS - OUTCOMES_KEPT_DAYS * DAY_MS);

/** @returns whether a day's outcomes may have moved to a ledger */
export const mayHaveMoved = (day: string, nowMs: number): boolean =>
  day < dayOf(nowMs - OUTCOMES_KEPT_DAYS * DAY_MS);

/** Adds up counts of the same kind and item. */
class Sums {
  readonly #byKind = new Map<OutcomeKind, Map<string, [success: number, failed: number]>>();

  /** Adds to the sum in place, because a year has tens of thousands of counts. */
  add(kind: OutcomeKind, item: string, success: number, failed: number): void {
    const items = this.#byKind.get(kind) ?? new Map<string, [number, number]>();
    if (items.size === 0) this.#byKind.set(kind, items);
    const sum = items.get(item);
    if (sum === undefined) items.set(item, [success, failed]);
    else {
      sum[0] += success;
      sum[1] += failed;
    }
  }

  /** Lists the sums that are not 0. */
  list(): KindCount[] {
    return [...this.#byKind].flatMap(([kind, items]) =>
      [...items]
        .filter(([, [success, failed]]) => success !== 0 || failed !== 0)
        .map(([item, [success, failed]]) => ({ kind, item, success, failed })),
    );
  }
}

export function addUp(counts: readonly KindCount[]): KindCount[] {
  const sums = new Sums();
  for (const { kind, item, success, failed } of counts) sums.add(kind, item, success, failed);
  return sums.list();
}

/**
 * Splits a stored count, whose name may combine several names, into one count for each name.
 * @returns the counts whose names are among `names`
 */
export const countsIn = (
  { name: stored, day, value }: NamedCount,
  names: readonly string[],
): NamedCount[] =>
  namesOfCount(stored)
    .filter((name) => names.includes(name))
    .map((name) => ({ name, day, value }));

type StoredPart = Partial<Record<OutcomeKind, Record<string, [number, number]>>> & {
  counts?: Record<string, number>;
};

export function addUpParts(
  parts: readonly Pick<OutcomePart, 'day' | 'outcomes'>[],
  { kinds, names }: WantedFigures,
): PartSums {
  const sums = new Sums();
  const counts: NamedCount[] = [];
  for (const { day, outcomes } of parts) {
    const part = JSON.parse(outcomes) as StoredPart;
    for (const kind of kinds)
      for (const [item, [success, failed]] of Object.entries(part[kind] ?? {}))
        sums.add(kind, item, success, failed);
    for (const [name, value] of Object.entries(part.counts ?? {}))
      counts.push(...countsIn({ name, day, value }, names));
  }
  return { outcomes: sums.list(), counts };
}
