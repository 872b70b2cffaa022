// The rules for commitments, and their limits. They are evaluated before pictures are chosen
// (D-80): a page must keep pictures throughout each movement and at rest, at a rate that it does
// not choose. Pure.
import {
  isGesture,
  type PoseSample,
  type Posture,
  postureOf,
} from '../../../../vision/face/challenge.ts';
import { MAX_COMMITMENTS, type Commitment } from '../../../../vision/face/face-wire.ts';
import { findMissed } from '../../../../vision/face/keep-cadence.ts';
import { isAtRest, type MovementPath } from '../liveness/movements.ts';
import type { CommittedPicture } from './demand.ts';

/** A record of movements, and the page's commitments for them. */
interface CommittedRecord {
  samples: readonly PoseSample[];
  path: MovementPath;
  commitments: readonly Commitment[];
  /**
   * When the screen began to show each colour, in ms on the samples' clock; empty when it showed no
   * colours.
   */
  lightBegunMs: readonly number[];
}

/**
 * The largest share of a record's rows that may lack a picture because it was too large or the
 * browser could not encode it.
 */
const MAX_MISSED_SHARE = 1 / 20;
/**
 * The length above which a gap between consecutive rows of a record counts as long: twice the
 * largest allowed median gap. A face can go undetected for this long when the head is turned too
 * far, and a slow machine may pause for as long.
 */
const LONG_GAP_MS = 500;
/**
 * The minimum time for which a colour stays visible; the page reports only when each colour began.
 */
const SURELY_LIT_MS = 100;

interface CommitmentRule {
  /** The condition in words, as printed by a benchmark. */
  name: string;
  holds: (record: CommittedRecord) => boolean;
}

/** The rules, in the order of evaluation. Pictures are chosen only when all of them hold. */
export const COMMITMENT_RULES: readonly CommitmentRule[] = [
  {
    name: 'a row for each commitment',
    holds: ({ samples, commitments }) =>
      joinCommitments(posturesOf(samples), commitments) !== undefined,
  },
  {
    name: 'almost no missed pictures, never two in a row',
    holds: (record) => {
      const missed = missedRows(record);
      const isRunning = missed.some((index) => missed.includes(index + 1));
      return !isRunning && missed.length <= MAX_MISSED_SHARE * record.samples.length;
    },
  },
  {
    name: 'no more than one long gap in each movement',
    holds: (record) => {
      const begins = longGaps(record);
      return record.path.movements.every(
        ({ fromMs, untilMs }) =>
          begins.filter((beginMs) => fromMs <= beginMs && beginMs < untilMs).length <= 1,
      );
    },
  },
];

/**
 * @returns the indices of rows that lack a picture; rows before the first picture are excused when
 *   a record is too long for all its pictures to be kept
 */
function missedRows({ samples, path, commitments, lightBegunMs }: CommittedRecord): number[] {
  const isLit = (t: number): boolean =>
    lightBegunMs.some((beginMs) => beginMs <= t && t < beginMs + SURELY_LIT_MS);
  const gestures = path.movements.map(({ action }) => action).filter(isGesture);
  const missed = findMissed(samples, new Set(commitments.map(([t]) => t)), { isLit, gestures });
  const firstMs = commitments.length < MAX_COMMITMENTS ? 0 : (commitments[0]?.[0] ?? 0);
  return missed.filter((index) => (samples[index]?.[0] ?? 0) >= firstMs);
}

/**
 * Finds long gaps between consecutive rows, except gaps with the head at rest in both rows.
 * @returns when each gap begins
 */
function longGaps({ samples, path: { resting, movements } }: CommittedRecord): number[] {
  const asked = movements.map(({ action }) => action);
  const isAway = (row: PoseSample): boolean => !isAtRest(postureOf(row), resting, asked);
  return samples.slice(1).flatMap((row, index) => {
    const before = samples[index] ?? row;
    const isMoving = isAway(before) || isAway(row);
    return isMoving && row[0] - before[0] > LONG_GAP_MS ? [before[0]] : [];
  });
}

export const posturesOf = (samples: readonly PoseSample[]): Map<number, Posture> =>
  new Map(samples.map((sample) => [sample[0], postureOf(sample)]));

/**
 * Joins each committed picture with the sample of the same time.
 * @returns undefined unless every picture has a sample, the pictures are in order of time, and
 *   there are not too many of them
 */
export function joinCommitments(
  postures: ReadonlyMap<number, Posture>,
  commitments: readonly Commitment[],
): CommittedPicture[] | undefined {
  if (commitments.length > MAX_COMMITMENTS) return undefined;
  const joined = commitments.flatMap(([t, hash], index) => {
    const posture = postures.get(t);
    const isRising = index === 0 || t > (commitments[index - 1]?.[0] ?? Infinity);
    return posture === undefined || !isRising ? [] : [{ t, hash, ...posture }];
  });
  return joined.length === commitments.length ? joined : undefined;
}
