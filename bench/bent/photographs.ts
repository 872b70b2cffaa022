// Makes samples from photographs of strangers: a head that is turned in its photograph is real, and
// a head that looks at the camera is real and is also bent by each forger's warp. Size, sharpness,
// light and compression vary, because the classifier must not recognise a picture's origin.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { ACTIONS, angleOf, degreesTowards } from '../../src/vision/face/challenge.ts';
import type { TrackedFace } from '../../src/vision/face/face-engine.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { between, type Random } from '../../test/support/clips/random.ts';
import { blankPicture, copyPixel } from '../../test/support/puppet/raster.ts';
import { addNoise } from '../../test/support/clips/sitting.ts';
import { decodeJpeg } from '../evidence/shot.ts';
import { toJpeg } from '../forge/develop.ts';
import { bend, drawWarp } from './bend.ts';
import { sampleOf, track, type Kind, type Sample } from './samples.ts';

/** The size of the pictures that a page keeps. */
const FRAME = { width: 480, height: 360 };
/**
 * The turn, in degrees, from which a head counts as turned; a head that is turned less looks at the
 * camera. Heads turned by more than MOST_DEGREES are left out.
 */
const TURNED_DEGREES = 13;
const MOST_DEGREES = 45;
/** The minimum turn of the head in a warped picture; pictures with a smaller turn are left out. */
const LEAST_BENT_DEGREES = 11;
/** The number of warped pictures made from each photograph of a head that looks at the camera. */
const BENT_EACH = 2;

/** @returns the paths of the JPEG files in a folder and its subfolders, sorted */
export async function findPhotographs(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.jpe?g$/i.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

/** @returns no samples for a photograph that cannot be read or shows no face */
export async function samplesOf(path: string, random: Random): Promise<Sample[]> {
  const photograph = read(path);
  if (photograph === undefined) return [];
  const picture = capture(photograph, random);
  const face = await track(picture);
  if (face === undefined || angleOf(face.pose) > MOST_DEGREES) return [];
  const isTurned = angleOf(face.pose) >= TURNED_DEGREES;
  const shoot = (kind: Kind, made: Picture): Promise<Sample | undefined> =>
    sampleOf(kind, send(made, random));
  const real = await shoot(isTurned ? 'turned' : 'rest', picture);
  const bent = isTurned ? [] : await bentSamples({ picture, face, random, shoot });
  return [real, ...bent].filter((sample) => sample !== undefined);
}

/** Encodes the picture as a session sends it, often moved a little and often with noise. */
function send(picture: Picture, random: Random): Picture {
  const moved = random() < 0.6 ? nudged(picture, random) : picture;
  const noisy = { ...moved, data: moved.data.slice() };
  if (random() < 0.5) addNoise(noisy, Math.floor(between(random, 0, 1e6)));
  return decodeJpeg(toJpeg(noisy));
}

interface Bending {
  picture: Picture;
  face: TrackedFace;
  random: Random;
  shoot: (kind: Kind, made: Picture) => Promise<Sample | undefined>;
}

async function bentSamples({ picture, face, random, shoot }: Bending): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let count = 0; count < BENT_EACH; count++) {
    const warp = drawWarp(random);
    // People turn to the side more often than up or down.
    const action = ACTIONS[(random() < 0.7 ? 0 : 2) + (random() < 0.5 ? 0 : 1)] ?? 'turn_left';
    const made = await shoot(warp, bend({ picture, face }, { warp, action }, random));
    if (made && degreesTowards(action, made.pose, face.pose) >= LEAST_BENT_DEGREES)
      samples.push(made);
  }
  return samples;
}

function read(path: string): Picture | undefined {
  try {
    const { data, width, height } = jpeg.decode(readFileSync(path), { useTArray: true });
    return { data: new Uint8ClampedArray(data), width, height };
  } catch {
    return undefined;
  }
}

/** Draws the photograph as a camera might have taken it. */
function capture(photograph: Picture, random: Random): Picture {
  const scale = between(random, 0.95, 1.45) * (224 / Math.max(photograph.width, photograph.height));
  const framed = resample(photograph, FRAME, {
    scale,
    angle: between(random, -0.12, 0.12),
    cx: FRAME.width / 2 + between(random, -40, 40),
    cy: FRAME.height / 2 + between(random, -20, 20),
  });
  const soft = random() < 0.7 ? soften(framed, between(random, 1.1, 2.4)) : framed;
  return lighten(random() < 0.7 ? compress(soft, between(random, 35, 90)) : soft, random);
}

interface Placement {
  scale: number;
  /** The rotation in radians. */
  angle: number;
  /** The position of the source's centre in the result, in px. */
  cx: number;
  cy: number;
}

/**
 * Draws the source at the given placement. Outside the source, the result shows the source's mirror
 * image.
 */
function resample(
  source: Picture,
  { width, height }: Pick<Picture, 'width' | 'height'>,
  { scale, angle, cx, cy }: Placement,
): Picture {
  const result = blankPicture(width, height);
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [(pixel % width) - cx, Math.floor(pixel / width) - cy];
    const fromX = reflected(source.width / 2 + x * cos - y * sin, source.width - 1);
    const fromY = reflected(source.height / 2 + x * sin + y * cos, source.height - 1);
    copyPixel(result, pixel, source, fromX, fromY);
  }
  return result;
}

function reflected(at: number, last: number): number {
  const distance = Math.abs(at) % (2 * last);
  return distance > last ? 2 * last - distance : distance;
}

const centred = ({ width, height }: Pick<Picture, 'width' | 'height'>) => ({
  cx: width / 2,
  cy: height / 2,
});

function soften(picture: Picture, factor: number): Picture {
  const { width, height } = picture;
  const small = { width: Math.round(width / factor), height: Math.round(height / factor) };
  const shrunk = resample(picture, small, { scale: 1 / factor, angle: 0, ...centred(small) });
  return resample(shrunk, picture, { scale: factor, angle: 0, ...centred(picture) });
}

function compress({ data, width, height }: Picture, quality: number): Picture {
  const rgba = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const file = jpeg.encode({ data: rgba, width, height }, quality).data;
  return {
    width,
    height,
    data: new Uint8ClampedArray(jpeg.decode(file, { useTArray: true }).data),
  };
}

function lighten(picture: Picture, random: Random): Picture {
  const gamma = between(random, 0.7, 1.4);
  const data = picture.data.map((value, at) =>
    at % 4 === 3 ? value : 255 * (value / 255) ** gamma,
  );
  return { ...picture, data: new Uint8ClampedArray(data) };
}

/** Resamples once more, as a warp does, so that resampling alone does not look like a warp. */
function nudged(picture: Picture, random: Random): Picture {
  const { cx, cy } = centred(picture);
  return resample(picture, picture, {
    scale: between(random, 0.98, 1.02),
    angle: between(random, -0.02, 0.02),
    cx: cx + between(random, -1.5, 1.5),
    cy: cy + between(random, -1.5, 1.5),
  });
}
