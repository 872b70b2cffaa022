// The pictures that the hosted page would reveal in one check, rendered from a puppet: 480 x 360,
// JPEG quality 80.
import jpeg from 'jpeg-js';
import { KEPT_QUALITY, KEPT_WIDTH } from '../../src/vision/face/face-wire.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { sampleBand } from '../../src/vision/face/sampler.ts';
import { turnHead } from '../../test/support/puppet/puppet.ts';
import { loadStill } from '../../test/support/puppet/stills.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

/**
 * Yaw and pitch, in degrees, of the liveness pictures: at the peaks of the movements, at rest, and
 * in two random poses.
 */
const MOVEMENTS = [
  [-24, 0],
  [-18, 4],
  [-10, -3],
  [0, 0],
  [8, 2],
  [14, -4],
  [20, 0],
  [0, 18],
] as const;
const FRONTAL = [
  [0, 0],
  [2, -1],
  [-3, 1],
] as const;

export async function checkPictures(): Promise<{ liveness: Jpeg[]; age: Jpeg[] }> {
  const still = await loadStill('adult');
  const take = ([yaw, pitch]: readonly [number, number]) => asKept(turnHead(still, { yaw, pitch }));
  return { liveness: MOVEMENTS.map(take), age: FRONTAL.map(take) };
}

/**
 * Scales a picture as the hosted page's canvas does, and encodes it as a JPEG.
 * @param width the width of the result; by default, that of the pictures that the page keeps
 */
export function asKept(picture: Picture, width: number = KEPT_WIDTH): Jpeg {
  const height = Math.round((picture.height * width) / picture.width);
  const side = Math.max(picture.width, picture.height);
  const crop = { cx: picture.width / 2, cy: picture.height / 2, side, angle: 0 };
  const rgb = sampleBand(picture, crop, { width, height }, { scale: 1, offset: [0, 0, 0] });
  const data = Buffer.alloc(width * height * 4, 255);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let channel = 0; channel < 3; channel++)
      data[4 * pixel + channel] = Math.round(rgb[3 * pixel + channel] ?? 0);
  return new Uint8Array(jpeg.encode({ data, width, height }, 100 * KEPT_QUALITY).data);
}
