// Chooses which pictures of the frontal steps a session requests (D-80). Pure; randomness is an
// input.
import { isFrontal, MIN_FACE_SCORE, type AgeSample } from '../../../../vision/face/age-evidence.ts';
import type { Commitment } from '../../../../vision/face/face-wire.ts';
import { areAllFound, toChosen, pick, type RandomBelow, withSpares } from './choose.ts';
import { joinCommitments } from './commitment-rules.ts';
import type { DrawnPicture } from './demand.ts';

const AGE_PICTURES = 3;

/**
 * Chooses three frontal pictures at random: one each from the first, the second and the last third
 * of the frontal pictures that were taken.
 * @returns undefined when the commitments are invalid or there are too few frontal pictures
 */
export function drawAge(
  samples: readonly AgeSample[],
  commitments: readonly Commitment[],
  randomBelow: RandomBelow,
): DrawnPicture[] | undefined {
  const poses = new Map(samples.map(({ t, yaw, pitch }) => [t, { yaw, pitch }]));
  const scores = new Map(samples.map(({ t, score }) => [t, score]));
  const frontal = joinCommitments(poses, commitments)?.filter(
    (picture) => isFrontal(picture) && (scores.get(picture.t) ?? 0) >= MIN_FACE_SCORE,
  );
  if (frontal === undefined || frontal.length < AGE_PICTURES) return undefined;
  const thirds = Array.from({ length: AGE_PICTURES }, (_, part) => {
    const [from, to] = [part, part + 1].map((n) => Math.floor((n * frontal.length) / AGE_PICTURES));
    return frontal.slice(from, to);
  });
  const drawn = thirds.map((third) => pick(third, randomBelow));
  return areAllFound(drawn) ? withSpares(toChosen('age', drawn, thirds, frontal)) : undefined;
}
