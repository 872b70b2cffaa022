// Compares the texture of turned heads with the texture of the same head at rest (D-180). A picture
// that a program has bent differs from a picture of a head that has turned. Pure; bent-outcome.ts
// applies the result to the session. The limits are based on recordings of few people
// (docs/liveness-evidence.md).
import { ACTIONS, degreesTowards, type Angles } from '../../../../vision/face/challenge.ts';
import { median } from '../../../../vision/face/median.ts';
import type { DrawnFace, DrawnPicture } from './demand.ts';

/** The id of the head in data/bent-head.json that the limits apply to. */
export const BENT_HEAD = '21079812247c7f4b';
/**
 * The largest values that do not count as bent, by the level of the session. Each of 37 films of
 * real people has a value of at most 6.44.
 */
export const MAX_BENT = { standard: 7.25, strict: 6.5 } as const;
/** The smallest angle from the resting pose at which a head counts as turned. */
export const TURNED_DEGREES = 13;
/** The minimum number of turned pictures, because a single score is not conclusive. */
const MIN_TURNED = 2;

/** The maximum number of resting pictures to score; more would take time and change little. */
const MAX_RESTS = 3;

/**
 * @param drawn the pictures that a demand requests
 * @returns the times of the pictures to score. They include neither halfway pictures, in which the
 *   head is not turned far enough, nor the second picture of a pair, which resembles the first
 */
export function timesToScore(drawn: readonly DrawnPicture[]): ReadonlySet<number> {
  const rests = drawn.filter(({ role }) => role === 'rest').slice(0, MAX_RESTS);
  const turned = drawn.filter(({ role }) => role === 'peak' || role === 'random');
  return new Set([...rests, ...turned].map(({ t }) => t));
}

/**
 * Only the higher half of the turned pictures counts, because a bent picture often looks real in
 * one direction, mostly when the head looks down.
 *
 * @param rests the bent head's scores for one person's pictures at rest
 * @param turned the head's scores for the same person's turned pictures
 * @returns how bent the turned pictures look, in units of the scores; undefined when there are too
 *   few pictures
 */
export function bentValue(rests: readonly number[], turned: readonly number[]): number | undefined {
  if (rests.length === 0 || turned.length < MIN_TURNED) return undefined;
  const highest = turned.toSorted((a, b) => b - a).slice(0, Math.ceil(turned.length / 2));
  return meanOf(highest) - meanOf(rests);
}

const meanOf = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + score, 0) / scores.length;

/**
 * @param shown the measured pictures of the movements
 * @returns how bent the turned pictures look; undefined when BENT_HEAD scored too few of them
 */
export function bentOf(shown: readonly DrawnFace[]): number | undefined {
  const scored = shown.flatMap(({ role, face: { pose, bent } }) =>
    bent?.id === BENT_HEAD ? [{ role, pose, score: bent.score }] : [],
  );
  const rests = scored.filter(({ role }) => role === 'rest');
  const resting: Angles = {
    yaw: median(rests.map(({ pose }) => pose.yaw)),
    pitch: median(rests.map(({ pose }) => pose.pitch)),
  };
  const turned = scored.filter(({ pose }) =>
    ACTIONS.some((action) => degreesTowards(action, pose, resting) >= TURNED_DEGREES),
  );
  const scoresOf = (pictures: typeof scored): number[] => pictures.map(({ score }) => score);
  return bentValue(scoresOf(rests), scoresOf(turned));
}
