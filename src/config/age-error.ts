// The measured error of the age estimate: the table that the outlook of margins reads, and how an operator's own
// replaces the shipped one. What each figure means is in the file itself.
import shipped from '../../data/age-error.json' with { type: 'json' };

/** Mean and standard deviation of estimate minus true age, in years. */
interface BandError {
  bias: number;
  mae?: number;
  sd: number;
}

export interface ErrorBand {
  /** True ages, both ends included. */
  ages: readonly [number, number];
  /** Pictures. */
  n: number;
  /** What intervals are computed from. */
  effective_n: number;
  one_net: BandError & { mae: number };
  two_nets?: BandError;
  /** In a calibration: too few people, so these are the shipped figures. */
  is_shipped?: true;
}

/**
 * One group at gate 18 with margin 7, in a calibration: by what (`all`, `sex`, `skin tone`), its label, true ages from and
 * to, pictures, how many pass by one net and by two; then, unless there are no pictures, bias and SD of one net.
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
  /** True age, bias, standard deviation; ages ascending. */
  knots: readonly (readonly [number, number, number])[];
}

export interface AgeErrorTable {
  kind: 'research' | 'calibration';
  /** YYYY-MM-DD */
  measured_on: string;
  pictures: number;
  sets: readonly { name: string; flattering: boolean; about: string }[];
  /** Ascending, without gaps. */
  bands: readonly ErrorBand[];
  /** Without `two_nets` the edge is judged by the errors of one net, which are larger. */
  curves: { one_net: ErrorCurve; two_nets?: ErrorCurve };
  limits: {
    gate: number;
    ages: readonly [number, number];
    passed: number;
    unreachable_target: number;
  };
  /** Counts of the research sets. */
  shares?: readonly {
    margin: number;
    ages: readonly [number, number];
    passed: readonly number[];
    failed: readonly number[];
  }[];
  by_sex?: readonly { ages: readonly [number, number]; male: number; female: number }[];
  cells?: readonly ErrorCell[];
  held_out?: { pictures: number; minors: number; one_net_passed: number; two_nets_passed: number };
}

// The compiler reads pairs of a JSON file as lists of any length.
export const SHIPPED_AGE_ERROR = shipped as unknown as AgeErrorTable;

/**
 * @param text JSON as `npm run calibrate` writes it, in the form of data/age-error.json
 * @returns undefined when it is no table that margins can be computed from
 */
export function parseAgeError(text: string): AgeErrorTable | undefined {
  try {
    const table = JSON.parse(text) as AgeErrorTable;
    const { one_net: one, two_nets: two } = table.curves;
    const fits =
      /^\d{4}-\d{2}-\d{2}$/.test(table.measured_on) &&
      ['research', 'calibration'].includes(table.kind) &&
      [table.pictures, table.limits.gate, table.limits.passed].every(Number.isFinite) &&
      [...table.limits.ages, table.limits.unreachable_target].every(Number.isFinite) &&
      table.sets.every(
        ({ name, about }) => typeof name === 'string' && typeof about === 'string',
      ) &&
      areBands(table.bands) &&
      (table.cells ?? []).every(isCell) &&
      isCurve(one) &&
      (two === undefined || isCurve(two));
    return fits ? table : undefined;
  } catch {
    return undefined;
  }
}

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

const isCurve = ({ skew, tail, knots }: ErrorCurve): boolean =>
  Number.isFinite(skew) &&
  tail > 0 &&
  knots.length > 0 &&
  knots.every(
    ([age, bias, sd], index) =>
      Number.isFinite(bias) && sd > 0 && (index === 0 || age > (knots[index - 1]?.[0] ?? age)),
  );
