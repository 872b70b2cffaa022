// How an age gate is decided from the estimates of one person's pictures (D-81, D-130): by the nets that measured and the
// age head, over all attempts together. Pure. The measured reasons are in data/age-error.json.
import type { HeadScore } from '../../../../vision/face/face-wire.ts';
import { median } from '../../../../vision/face/median.ts';
import { HEAD_GATES, lineAt, type HeadLines } from './head-lines.ts';

/** Years, as each net estimated them from one frontal picture, and what the head says of it. */
export interface AgesOfPicture {
  ageNet: number;
  /** Absent: the picture was measured on the device, which has one net. */
  faceres?: number;
  /** Absent: measured on the device, or by a face Worker that has no head. */
  head?: HeadScore;
}

type Net = 'ageNet' | 'faceres';
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

/** What decides at one gate. */
interface AgeJudgement {
  gate: number;
  margins: AgeMargins;
  /** Which must all have measured every picture. */
  nets?: readonly Net[];
  /** Absent: the nets alone decide, at every gate. */
  lines?: HeadLines | undefined;
}

/**
 * @param pictures of every attempt so far: a second attempt adds to the first, for the better of two draws would raise
 *   the share of minors who pass
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

/** Where the head has a line, by that; below its gates, who reaches its first one has reached them. */
function reaches(
  pictures: readonly AgesOfPicture[],
  lower: number,
  { gate, margins: { passYears }, lines }: AgeJudgement,
): boolean {
  const score = lines && headCentre(pictures, lines.id);
  const line = lines && lineAt(lines, gate, passYears);
  const byNets = lower - passYears >= gate;
  if (score === undefined || line === undefined) return byNets;
  return score >= line || (gate < HEAD_GATES.first && byNets);
}

/** @returns the median; undefined unless this head has scored every picture */
function headCentre(pictures: readonly AgesOfPicture[], id: string): number | undefined {
  const scores = pictures.flatMap(({ head }) =>
    head?.id === id && Number.isFinite(head.score) ? [head.score] : [],
  );
  return scores.length > 0 && scores.length === pictures.length ? median(scores) : undefined;
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
