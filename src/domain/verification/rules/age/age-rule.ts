// Decides whether a person passes an age gate (D-81, D-130), from the nets' estimates and the age
// head's scores for the pictures of all attempts together. Pure. The measurements that the rule is
// based on are in data/age-error.json.
import type { HeadScore } from '../../../../vision/face/face-wire.ts';
import { median } from '../../../../vision/face/median.ts';
import { HEAD_GATES, headLimitAt, type HeadLimits } from './head-limits.ts';

/** The estimates from one frontal picture: the age in years by each net, and the head's score. */
export interface AgesOfPicture {
  ageNet: number;
  /**
   * The age by the net faceres; absent when the picture was measured on the device, which has one
   * net.
   */
  faceres?: number;
  /**
   * The age head's score; absent when the picture was measured on the device, or by a face Worker
   * without an age head.
   */
  head?: HeadScore;
}

type Net = 'ageNet' | 'faceres';
const BOTH_NETS: readonly Net[] = ['ageNet', 'faceres'];

export interface AgeMargins {
  /**
   * The nets pass a person only if every net's estimate is at least this many years above the gate.
   */
  passYears: number;
  /**
   * A person fails only if AgeNet's estimate is more than this many years below the gate. faceres
   * does not count, because it underestimates people over 60 by 13 years.
   */
  failYears: number;
}

/** `inconclusive`: too close to the gate, or at least one net has no steady estimate. */
export type AgeRuling = 'pass' | 'fail' | 'inconclusive';

/**
 * The largest accepted spread of the estimates of one face. A still face has a spread of 1 to 3
 * years; a spread above this limit means that the face moved, grimaced or changed, or that the
 * attempts show different people.
 */
const MAX_SPREAD_YEARS = 8;

/**
 * At each gate up to this one, fewer than 1% of the people who have reached the gate are estimated
 * more than `FAIL_YEARS.narrow` years below it.
 */
const LAST_NARROW_GATE = 21;
const FAIL_YEARS = { narrow: 7, wide: 12 } as const;

/**
 * @returns how many years below the gate an estimate must be to fail; this margin was measured
 *   separately, at gates 13 to 21 and at gate 25
 */
export const failYearsAt = (gate: number): number =>
  gate <= LAST_NARROW_GATE ? FAIL_YEARS.narrow : FAIL_YEARS.wide;

/** The inputs of a decision at one gate. */
interface AgeJudgement {
  gate: number;
  margins: AgeMargins;
  /** Nets that must all have measured every picture. */
  nets?: readonly Net[];
  /** The limits of the age head. Without them, the two nets decide at every gate. */
  lines?: HeadLimits | undefined;
}

/**
 * @param pictures the pictures of all attempts so far: a second attempt is added to the first,
 *   because counting only the better of two attempts would raise the share of minors who pass
 */
export function judgeAges(pictures: readonly AgesOfPicture[], by: AgeJudgement): AgeRuling {
  const { gate, margins, nets = BOTH_NETS } = by;
  const centres = nets.map((net) => steadyCentre(pictures.map((picture) => picture[net])));
  const known = centres.filter((age) => age !== undefined);
  const ageNet = centres[nets.indexOf('ageNet')];
  if (known.length < nets.length || ageNet === undefined) return 'inconclusive';
  if (reaches(pictures, Math.min(...known), by)) return 'pass';
  return ageNet + margins.failYears < gate ? 'fail' : 'inconclusive';
}

/**
 * Whether the gate is reached. If the head has a limit at the gate, the head decides; below the
 * head's first gate, either the head's limit at that first gate or both nets suffice.
 */
function reaches(
  pictures: readonly AgesOfPicture[],
  lower: number,
  { gate, margins: { passYears }, lines }: AgeJudgement,
): boolean {
  const score = lines && headCentre(pictures, lines.id);
  const line = lines && headLimitAt(lines, gate, passYears);
  const byNets = lower - passYears >= gate;
  if (score === undefined || line === undefined) return byNets;
  return score >= line || (gate < HEAD_GATES.first && byNets);
}

/** @returns the median score; undefined unless the head with this id has scored every picture */
function headCentre(pictures: readonly AgesOfPicture[], id: string): number | undefined {
  const scores = pictures.flatMap(({ head }) =>
    head?.id === id && Number.isFinite(head.score) ? [head.score] : [],
  );
  return scores.length > 0 && scores.length === pictures.length ? median(scores) : undefined;
}

/**
 * @returns the median; undefined if there are no values, if a value is missing or invalid, or if
 *   the spread is too wide
 */
export function steadyCentre(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).filter(Number.isFinite);
  if (known.length === 0 || known.length < values.length) return undefined;
  const centre = median(known);
  // The scaled median absolute deviation: a standard deviation that ignores outliers.
  const spread = 1.4826 * median(known.map((value) => Math.abs(value - centre)));
  return spread > MAX_SPREAD_YEARS ? undefined : centre;
}
