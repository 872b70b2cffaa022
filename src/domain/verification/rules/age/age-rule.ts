// How an age gate is decided from the estimates of one person's pictures (D-81): by the nets that measured, over all
// attempts together. Pure. The measured reasons are in data/age-error.json.
import { median } from '../../../../vision/face/median.ts';

/** Years, as each net estimated them from one frontal picture. */
export interface AgesOfPicture {
  ageNet: number;
  /** Absent: the picture was measured on the device, which has one net. */
  faceres?: number;
}

type Net = keyof AgesOfPicture;
const BOTH_NETS: readonly Net[] = ['ageNet', 'faceres'];

export interface AgeMargins {
  /** Every net must be at least this far above the gate. */
  passYears: number;
  /** AgeNet must be further than this below it: faceres takes people over 60 for 13 years younger than they are. */
  failYears: number;
}

/** `inconclusive`: too close to the gate, or no steady estimate by every net. */
export type AgeRuling = 'pass' | 'fail' | 'inconclusive';

/**
 * Estimates of one still face spread by 1 to 3 years. Above this a face moves, grimaces or changes, or the attempts
 * show different people.
 */
const MAX_SPREAD_YEARS = 8;

/** Up to this gate fewer than 1 % of the people who reach it are estimated further below than FAIL_YEARS. */
const LAST_NARROW_GATE = 21;
const FAIL_YEARS = { narrow: 7, wide: 12 } as const;

/** @returns how far below the gate an estimate must be to fail: a margin of its own, measured at 13 to 21 and at 25 */
export const failYearsAt = (gate: number): number =>
  gate <= LAST_NARROW_GATE ? FAIL_YEARS.narrow : FAIL_YEARS.wide;

/**
 * @param pictures of every attempt so far: a second attempt adds to the first, for the better of two draws would raise
 *   the share of minors who pass
 * @param by.nets which must all have measured every picture
 */
export function judgeAges(
  pictures: readonly AgesOfPicture[],
  by: { gate: number; margins: AgeMargins; nets?: readonly Net[] },
): AgeRuling {
  const { gate, margins, nets = BOTH_NETS } = by;
  const centres = nets.map((net) => steadyCentre(pictures.map((picture) => picture[net])));
  if (centres.every((age) => age !== undefined && age - margins.passYears >= gate)) return 'pass';
  const ageNet = centres[nets.indexOf('ageNet')];
  if (centres.includes(undefined) || ageNet === undefined) return 'inconclusive';
  return ageNet + margins.failYears < gate ? 'fail' : 'inconclusive';
}

/** @returns the median; undefined when there is none: no value, one that is missing or no number, or too wide a spread */
export function steadyCentre(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).filter(Number.isFinite);
  if (known.length === 0 || known.length < values.length) return undefined;
  const centre = median(known);
  // The scaled median absolute deviation: a standard deviation that ignores outliers.
  const spread = 1.4826 * median(known.map((value) => Math.abs(value - centre)));
  return spread > MAX_SPREAD_YEARS ? undefined : centre;
}
