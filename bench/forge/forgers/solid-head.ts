// One photograph on a sphere: each pixel of the head moves in proportion to the sphere's depth at
// that point. This needs only a closed-form expression and no mesh, so anybody with one photograph
// and an afternoon can make pictures at every angle, each with its own noise. The forger knows that
// the service may ask for halfway pictures and pairs as well as for peaks, that a peak must leave a
// residual of 1.1 % after a homography has been fitted, and how light is judged.
import type { Picture } from '../../../src/vision/face/picture.ts';
import { sit } from '../../../test/support/clips/sitting.ts';
import { blankPicture, copyPixel } from '../../../test/support/puppet/raster.ts';
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { DIRECTIONS, type Gallery, onceFor, type View, viewOf, warpGallery } from '../views.ts';

/**
 * The radii of the sphere, in units of half the face's box; they are large enough to include hair
 * and ears.
 */
const BALL = { width: 1.2, height: 1.3 };
/** The nose, which adds depth to the middle of the sphere, in radii of the sphere. */
const NOSE = { depth: 0.3, size: 0.08 };
/** The largest angle by which the head is turned, in radians. */
export const MAX_TURNED = 0.8;
/**
 * The depth below which the sphere turns less and less towards its edge, so that it blends into the
 * background.
 */
const JOINT = 0.5;

export const solidHead: Forge = async ({ still, seed }) =>
  performFrom(await solidGallery(still), developBy({ tint: 'even', hasNoise: true }), seed);

/** The number of pictures of each movement, enough for one every three degrees. */
const PICTURES = 12;

export const solidGallery = onceFor(async (still): Promise<Gallery> => {
  const { picture } = sit(still);
  const rest = await viewOf(picture);
  if (!rest) throw new Error('The photograph shows nobody.');
  return warpGallery(
    picture,
    (action, strength) => roll(rest, DIRECTIONS[action], MAX_TURNED * strength),
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
