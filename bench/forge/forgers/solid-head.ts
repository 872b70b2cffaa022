// One photograph on a ball: each pixel of the head moves as far as the ball is thick there. A
// closed formula without a mesh, by which a person with one photograph and an afternoon makes pictures
// of every angle, each with noise of its own. Knows that half-ways and pairs are drawn as well as peaks,
// that a peak must leave 1.1 % beyond a homography, and how light is judged.
import type { Picture } from '../../../src/vision/face/picture.ts';
import { sit } from '../../../test/support/clips/sitting.ts';
import { blankPicture, copyPixel } from '../../../test/support/puppet/raster.ts';
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { DIRECTIONS, type Gallery, onceFor, type View, viewOf, warpGallery } from '../views.ts';

/** Of the ball, in half boxes of the face: hair and ears are on it. */
const BALL = { width: 1.2, height: 1.3 };
/** The nose, by which it is deeper in its middle than a ball; in its radii. */
const NOSE = { depth: 0.3, size: 0.08 };
/** Radians that it is turned at most. */
export const MOST_TURNED = 0.8;
/** At its edge the ball is joined to the background over this much of its depth. */
const JOINT = 0.5;

export const solidHead: Forge = async ({ still, seed }) =>
  performFrom(await solidGallery(still), developBy({ tint: 'even', hasNoise: true }), seed);

/** Of each movement, so that every third degree has its picture. */
const PICTURES = 8;

export const solidGallery = onceFor(async (still): Promise<Gallery> => {
  const { picture } = sit(still);
  const rest = await viewOf(picture);
  if (!rest) throw new Error('The photograph shows nobody.');
  return warpGallery(
    picture,
    (action, strength) => roll(rest, DIRECTIONS[action], MOST_TURNED * strength),
    PICTURES,
  );
});

export function roll(
  { picture, box }: View,
  [right, down]: readonly [number, number],
  turned: number,
): Picture {
  const { width, height } = picture;
  const result = blankPicture(width, height);
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [rx, ry] = [(BALL.width * (box[2] - box[0])) / 2, (BALL.height * (box[3] - box[1])) / 2];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = ((pixel % width) - cx) / rx;
    const y = (Math.floor(pixel / width) - cy) / ry;
    const ball = Math.sqrt(Math.max(0, 1 - x * x - y * y));
    const depth = ball + NOSE.depth * Math.exp(-(x * x + y * y) / NOSE.size);
    const angle = turned * Math.min(1, ball / JOINT);
    const shift = Math.sin(angle) * (ball === 0 ? 0 : depth);
    const [fromX, fromY] = [right, down].map((way, axis) => {
      const at = axis === 0 ? x : y;
      return way === 0 ? at : at * Math.cos(angle) - way * shift;
    });
    copyPixel(result, pixel, picture, cx + (fromX ?? x) * rx, cy + (fromY ?? y) * ry);
  }
  return result;
}
