// One photograph whose middle is shifted in the picture plane: nose and eyes move towards an edge
// of the face, but nothing turns. The forger knows that the service may ask for halfway pictures as
// well as for peaks, and that no picture may be used twice. It measures its warps with the page's
// own models.
import type { Picture } from '../../../src/vision/face/picture.ts';
import { sit } from '../../../test/support/clips/sitting.ts';
import { blankPicture, copyPixel } from '../../../test/support/puppet/raster.ts';
import { developBy } from '../develop.ts';
import type { Forge } from '../forger.ts';
import { performFrom } from '../perform.ts';
import { DIRECTIONS, type View, viewOf, warpGallery } from '../views.ts';

/** The maximum push of the middle, in units of half the face's box; beyond it the picture folds. */
export const MAX_PUSHED = 0.55;
/** The number of pictures per movement, enough for one every three degrees. */
const PICTURES = 12;
/** How fast the push fades from the middle outwards. */
const NARROWNESS = 1.6;

export const flatWarp: Forge = async ({ still, seed }) => {
  const { picture } = sit(still);
  const rest = await viewOf(picture);
  if (!rest) throw new Error('The photograph shows nobody.');
  const gallery = await warpGallery(
    picture,
    (action, strength) => push(rest, DIRECTIONS[action], MAX_PUSHED * strength),
    PICTURES,
  );
  return performFrom(gallery, developBy({ tint: 'even', hasNoise: true }), seed);
};

export function push(
  { picture, box }: View,
  [right, down]: readonly [number, number],
  by: number,
): Picture {
  const { width, height } = picture;
  const result = blankPicture(width, height);
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [rx, ry] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const pushed = by * Math.exp(-NARROWNESS * (((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2));
    copyPixel(result, pixel, picture, x - right * pushed * rx, y - down * pushed * ry);
  }
  return result;
}
