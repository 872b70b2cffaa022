// Reduces a picture of a face to its texture, from which the bent head distinguishes real pictures
// from pictures that a program has bent (docs/liveness-evidence.md).
import type { FaceresNet } from '../../vision/face/faceres-net.ts';
import type { Point3 } from '../../vision/face/geometry.ts';
import type { Output } from '../../vision/face/graph-model.ts';
import type { Picture } from '../../vision/face/picture.ts';

/** The number of faceres's blocks that are run; their map has 28 x 28 places with 256 channels. */
const BLOCKS = 5;
/** The number of parts along each edge of the map. */
const PARTS = 3;

interface ShownFace {
  points: readonly Point3[];
  /**
   * Degrees to the person's left. A negative yaw mirrors the face, so that all faces turn one way.
   */
  yaw: number;
}

/** @returns the mean of each channel in each part of the face, as ln(1 + mean) */
export const textureOf = (
  faceres: FaceresNet,
  picture: Picture,
  { points, yaw }: ShownFace,
): Float32Array =>
  faceres.readMap({ blocks: BLOCKS, picture, mesh: points, isMirrored: yaw < 0 }, meansOf);

function meansOf({ shape, data }: Output): Float32Array {
  const [, height = 0, width = 0, channels = 0] = shape;
  const sums = new Float32Array(PARTS * PARTS * channels);
  const places = new Float32Array(PARTS * PARTS);
  for (let place = 0; place < height * width; place++) {
    const [x, y] = [place % width, Math.floor(place / width)];
    const part = Math.floor((y * PARTS) / height) * PARTS + Math.floor((x * PARTS) / width);
    places[part] = (places[part] ?? 0) + 1;
    for (let channel = 0; channel < channels; channel++) {
      const at = part * channels + channel;
      sums[at] = (sums[at] ?? 0) + (data[place * channels + channel] ?? 0);
    }
  }
  return sums.map((sum, at) => Math.log1p(sum / (places[Math.floor(at / channels)] ?? 1)));
}
