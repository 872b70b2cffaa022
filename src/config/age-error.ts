// The measured error of the age estimate: the table used to compute the effect of a margin, and the
// operator's own table, which may replace it. data/age-error.json explains each figure of the
// shipped table.
import shipped from '../../data/age-error.json' with { type: 'json' };
import { ConfigError, type Vars } from './setting-readers.ts';

/**
 * Mean (`bias`), mean absolute value and standard deviation of estimate minus true age, in years.
 */
interface BandError {
  bias: number;
  mae?: number;
  sd: number;
}

export interface ErrorBand {
  /** The lowest and highest true age, both included. */
  ages: readonly [number, number];
  /** Number of pictures. */
  n: number;
  /** The sample size that confidence intervals are computed from. */
  effective_n: number;
  one_net: BandError & { mae: number };
  two_nets?: BandError;
  /**
   * Whether this band contains the shipped figures, because too few people of these ages took part
   * in the calibration.
   */
  is_shipped?: true;
}

/**
 * The figures that a calibration found for one group at gate 18 with margin 7, in this order: the
 * attribute that defines the group (`all`, `sex`, `skin tone`), its value, the lowest and highest
 * true age, the number of pictures, how many of them pass one net, and how many pass both nets;
 * then, unless there are no pictures, bias and SD of one net.
 */
type ErrorCell = readonly [
  by: string,
  value: string,
  from: number,
  to: number,
  n: number,
  onePassed: number,
  bothPassed: number,
  bias?: number,
  sd?: number,
];

export interface ErrorCurve {
  skew: number;
  tail: number;
  /** True age, bias and standard deviation of each knot; sorted by ascending age. */
  knots: readonly (readonly [number, number, number])[];
}

/**
 * The distribution of the age head's scores: like {@link ErrorCurve}, but a knot contains the mean
 * score at its age in place of the bias.
 */
export type ScoreCurve = ErrorCurve;

/** The errors of both nets and of the age head, measured on one population. */
export interface Population {
  name: string;
  about: string;
  /**
   * The age bands, each with its lowest and highest true age, both included, and its number of
   * people. Ascending, without gaps.
   */
  bands: readonly (readonly [from: number, to: number, people: number])[];
  curves: { two_nets: ErrorCurve; head: ScoreCurve };
  /**
   * Figures at gate 18: the lowest and highest true age, the number of pictures, how many passed
   * the head at the targets of 5, 2 and 1 %, and how many passed both nets with the margins of 7, 9
   * and 11 years. None of these people were used for calibration.
   */
  counted?: readonly CountedCell[];
}

export type CountedCell = readonly [
  from: number,
  to: number,
  n: number,
  head5: number,
  head2: number,
  head1: number,
  nets7: number,
  nets9: number,
  nets11: number,
];

/**
 * A group of people at gate 18: origin, sex, and then the members of {@link CountedCell}, but with
 * apparent instead of true ages.
 */
export type GroupCell = readonly [origin: string, sex: string, ...CountedCell];

/** The meaning of the age head's scores (D-130). */
export interface AgeHeadTable {
  /**
   * The head's id. It must match the id in data/age-head.json, because the scores of a different
   * head have a different meaning.
   */
  id: string;
  /** The date of the head's measurement (YYYY-MM-DD) if it differs from the table's. */
  measured_on?: string;
  /**
   * For each gate from 13 to 20, pairs of a share and a score: at most that share of the people up
   * to five years below the gate reach that score. Where populations differ, the highest of their
   * scores is used. Sorted by descending share.
   */
  limits: Readonly<Record<string, readonly (readonly [share: number, score: number])[]>>;
  /** Counts for groups of people, from a data set that is labelled with age groups. */
  groups?: readonly GroupCell[];
}

export interface AgeErrorTable {
  kind: 'research' | 'calibration';
  /** The day of the measurement, `YYYY-MM-DD`. */
  measured_on: string;
  pictures: number;
  sets: readonly { name: string; flattering: boolean; about: string }[];
  /** The bands in ascending order, without gaps. */
  bands: readonly ErrorBand[];
  /**
   * Without `two_nets`, margins for checks at the edge are computed from the errors of one net,
   * which are larger than those of both nets combined.
   */
  curves: { one_net: ErrorCurve; two_nets?: ErrorCurve };
  limits: {
    gate: number;
    ages: readonly [number, number];
    passed: number;
    unreachable_target: number;
  };
  /**
   * Shares of people who pass and who fail, as counted in the research sets; one figure per set.
   */
  shares?: readonly {
    margin: number;
    ages: readonly [number, number];
    passed: readonly number[];
    failed: readonly number[];
  }[];
  /**
   * Figures from the second research set: the share of male and of female people whose age is
   * estimated at 25 or more, and the number of people of each sex.
   */
  by_sex?: {
    /** The day of the measurement, `YYYY-MM-DD`. */
    measured_on: string;
    rows: readonly {
      ages: readonly [number, number];
      male: number;
      female: number;
      n: readonly [male: number, female: number];
    }[];
  };
  cells?: readonly ErrorCell[];
  held_out?: { pictures: number; minors: number; one_net_passed: number; two_nets_passed: number };
  /** The age head's table. Older tables lack it, in which case both nets decide at every gate. */
  head?: AgeHeadTable;
  /** The populations that `head` was measured on; present exactly when `head` is present. */
  populations?: readonly Population[];
}

// TypeScript infers the pairs in a JSON file as arrays of any length, hence the cast.
export const SHIPPED_AGE_ERROR = shipped as unknown as AgeErrorTable;

/**
 * @param text JSON as written by `npm run calibrate`, in the format of data/age-error.json
 * @returns undefined when the text is not a valid table
 */
export function parseAgeError(text: string): AgeErrorTable | undefined {
  try {
    const table = JSON.parse(text) as AgeErrorTable;
    const { one_net: one, two_nets: two } = table.curves;
    const fits =
      isDay(table.measured_on) &&
      ['research', 'calibration'].includes(table.kind) &&
      [table.pictures, table.limits.gate, table.limits.passed].every(Number.isFinite) &&
      [...table.limits.ages, table.limits.unreachable_target].every(Number.isFinite) &&
      table.sets.every(
        ({ name, about }) => typeof name === 'string' && typeof about === 'string',
      ) &&
      areBands(table.bands) &&
      (table.cells ?? []).every(isCell) &&
      isCurve(one) &&
      (two === undefined || isCurve(two)) &&
      isHead(table);
    return fits ? table : undefined;
  } catch {
    return undefined;
  }
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const isCell = ([by, value, ...figures]: ErrorCell): boolean =>
  typeof by === 'string' &&
  typeof value === 'string' &&
  figures.length >= 5 &&
  figures.every(Number.isFinite);

const areBands = (bands: readonly ErrorBand[]): boolean =>
  bands.length > 0 &&
  bands.every(
    ({ ages: [from, to], n, effective_n: effective, one_net: one }, index) =>
      from <= to &&
      n > 0 &&
      effective > 0 &&
      [one.bias, one.mae, one.sd].every(Number.isFinite) &&
      (index === 0 || from === (bands[index - 1]?.ages[1] ?? 0) + 1),
  );

/**
 * Whether the table has both a valid head and valid populations, or neither; each is useless
 * without the other.
 */
const isHead = ({ head, populations = [] }: AgeErrorTable): boolean =>
  head === undefined
    ? populations.length === 0
    : typeof head.id === 'string' &&
      (head.measured_on === undefined || isDay(head.measured_on)) &&
      populations.length > 0 &&
      populations.every(isPopulation) &&
      Object.entries(head.limits).length > 0 &&
      Object.values(head.limits).every(isLimits);

const isPopulation = ({ name, about, bands, curves }: Population): boolean =>
  typeof name === 'string' &&
  typeof about === 'string' &&
  bands.length > 0 &&
  bands.every(
    ([from, to, people], at) =>
      from <= to && people > 0 && (at === 0 || from === (bands[at - 1]?.[1] ?? 0) + 1),
  ) &&
  isCurve(curves.two_nets) &&
  isCurve(curves.head);

const isLimits = (limits: readonly (readonly [number, number])[]): boolean =>
  limits.length > 1 &&
  limits.every(
    ([share, score], at) =>
      share > 0 &&
      share < (limits[at - 1]?.[0] ?? 1) &&
      Number.isFinite(score) &&
      score >= (limits[at - 1]?.[1] ?? score),
  );

const isCurve = ({ skew, tail, knots }: ErrorCurve): boolean =>
  Number.isFinite(skew) &&
  tail > 0 &&
  knots.length > 0 &&
  knots.every(
    ([age, bias, sd], index) =>
      Number.isFinite(bias) && sd > 0 && (index === 0 || age > (knots[index - 1]?.[0] ?? age)),
  );

/** @throws ConfigError for an invalid table */
export function readAgeError(vars: Vars): AgeErrorTable {
  const text = vars['AGE_ERROR_TABLE'];
  if (text === undefined || text === '') return SHIPPED_AGE_ERROR;
  const table = typeof text === 'string' ? parseAgeError(text) : undefined;
  if (table === undefined)
    throw new ConfigError('The setting AGE_ERROR_TABLE is not a table made by npm run calibrate.');
  return table;
}
