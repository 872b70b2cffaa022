// Turns pictures of people into other scenes (a held-up photograph, two people, darkness), and adds
// the sensor noise and hand tremor of a real camera.

import type { Picture } from '../../../src/vision/face/picture.ts';
import { seeded } from '../clips/random.ts';
import { blankPicture, copyPixel } from './raster.ts';
import { wall } from './stills.ts';

/** Distance of a held-up photograph from the camera, in picture heights. */
const PHOTO_DISTANCE = 2;

/**
 * Returns the picture as a flat print that is turned about its vertical or horizontal axis. The
 * projection is a homography, so the face on the print gets narrower but never turns.
 * @param degrees the angles, with the same signs as for a head turned in the same direction
 */
export function flatPhoto(
  picture: Picture,
  { yaw = 0, pitch = 0 }: { yaw?: number; pitch?: number },
): Picture {
  const { width, height } = picture;
  const result = wall();
  const distance = PHOTO_DISTANCE * height;
  const yawRadians = (-yaw * Math.PI) / 180;
  const pitchRadians = (-pitch * Math.PI) / 180;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = (pixel % width) - width / 2;
    const y = Math.floor(pixel / width) - height / 2;
    const depth = distance / (distance - x * Math.tan(yawRadians) - y * Math.tan(pitchRadians));
    const sourceX = (x * depth) / Math.cos(yawRadians) + width / 2;
    const sourceY = (y * depth) / Math.cos(pitchRadians) + height / 2;
    const inside = sourceX >= 0 && sourceY >= 0 && sourceX < width && sourceY < height;
    if (inside) copyPixel(result, pixel, picture, sourceX, sourceY);
  }
  return result;
}

/**
 * Places the middle halves of two pictures of the same size next to each other, as if two people
 * sat in front of one camera.
 */
export function sideBySide(left: Picture, right: Picture): Picture {
  const { width, height } = left;
  const result = blankPicture(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = pixel % width;
    const [source, shift] = x < width / 2 ? [left, width / 4] : [right, -width / 4];
    const from = (pixel + shift) * 4;
    result.data.set(source.data.subarray(from, from + 3), pixel * 4);
  }
  return result;
}

/** @param light the fraction of the light that remains, from 0 to 1 */
export function darken(picture: Picture, light: number): Picture {
  return {
    ...picture,
    data: picture.data.map((value, at) => (at % 4 === 3 ? value : value * light)),
  };
}

/** Standard deviation of a webcam's noise indoors, on a scale of 0 to 255. */
const NOISE = 2.5;
const NOISE_VALUES = makeNoise(1 << 16);
/** The hand's tremor, in pixels. */
const TREMOR = 0.4;

/** Returns the picture as a camera captures it. The `seed` determines the tremor and the noise. */
export function asTaken(picture: Picture, seed: number): Picture {
  const { width, height } = picture;
  const random = seeded(seed);
  const dx = (random() * 2 - 1) * TREMOR;
  const dy = (random() * 2 - 1) * TREMOR;
  const firstNoise = Math.floor(random() * NOISE_VALUES.length);
  const result = blankPicture(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    copyPixel(result, pixel, picture, (pixel % width) + dx, Math.floor(pixel / width) + dy);
    // A prime stride decorrelates the noise of neighbouring rows.
    const noise = NOISE_VALUES[(firstNoise + pixel * 7919) % NOISE_VALUES.length]!;
    for (let at = pixel * 4; at < pixel * 4 + 3; at++) result.data[at]! += noise;
  }
  return result;
}

function makeNoise(count: number): Float32Array {
  const random = seeded(1);
  return Float32Array.from({ length: count }, () => {
    const sum = random() + random() + random() + random() - 2;
    return sum * Math.sqrt(3) * NOISE;
  });
}
