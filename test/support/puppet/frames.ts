// Camera frames that show the puppet, as JPEG files. Each is rendered once and cached (cache.ts).

import { readFile, writeFile } from 'node:fs/promises';
import jpeg from 'jpeg-js';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { cachedFile, hashInputs, versionFiles } from './cache.ts';
import { type HeadPose, turnHead } from './puppet.ts';
import { asTaken, darken, flatPhoto, sideBySide } from './scenes.ts';
import { loadStill, type Still, type StillName, wall } from './stills.ts';

/**
 * What the camera sees: `head` is a head in the given pose; `photo` is a printed photograph turned
 * by the pose; `two` has a second person next to the first.
 */
export type Scene = 'head' | 'photo' | 'two' | 'nobody' | 'dark';

export interface Shot {
  scene?: Scene;
  still?: StillName;
  pose?: HeadPose;
  /**
   * Selects the noise and tremor with which the scene is captured; at least 0 and less than {@link
   * VARIANTS}.
   */
  variant?: number;
}

/** Clips and the puppet camera round yaw and pitch to multiples of this many degrees. */
export const STEP_DEGREES = 2.5;
/**
 * The number of variants of a frame: enough that a camera showing them in random order never seems
 * frozen.
 */
export const VARIANTS = 3;

const JPEG_QUALITY = 85;
/** At this brightness the engine still detects the face, but a person could not recognise it. */
const DARKNESS = 0.15;

const stills = new Map<StillName, Promise<Still>>();
let inputs: Promise<string> | undefined;

/** Returns the path of a frame of 640 x 480 px, which is rendered unless it is cached. */
export async function frameFile(shot: Shot): Promise<string> {
  const { scene = 'head', still = 'adult', pose = {}, variant = 0 } = shot;
  const { yaw = 0, pitch = 0, roll = 0, blink = 0, open = 0, nearer = 1 } = pose;
  inputs ??= hashInputs([
    ...['stills', 'puppet', 'mouth', 'scenes', 'raster', 'face-topology'].map(
      (file) => `test/support/puppet/${file}.ts`,
    ),
    ...['detector', 'mesh', 'sampler'].map((file) => `src/vision/face/${file}.ts`),
    ...versionFiles('@vladmandic/human', '@vladmandic/face-api', 'jpeg-js'),
  ]);
  const name = `${scene}_yaw${yaw}_pitch${pitch}_roll${roll}_blink${blink}_open${open}_near${nearer}_${variant}.jpg`;
  return cachedFile(`frames-${await inputs}/${still}/${name}`, async (path) => {
    const picture = asTaken(await stage(scene, still, pose), variant);
    const { data } = jpeg.encode({ ...picture, data: Buffer.from(picture.data) }, JPEG_QUALITY);
    await writeFile(path, data);
  });
}

/** Returns a frame's picture, decoded as the engine would receive it. */
export async function framePicture(shot: Shot): Promise<Picture> {
  return jpeg.decode(await readFile(await frameFile(shot)), { useTArray: true });
}

async function stage(scene: Scene, name: StillName, pose: HeadPose): Promise<Picture> {
  if (scene === 'nobody') return wall();
  const still = await stillOf(name);
  switch (scene) {
    case 'head':
      return turnHead(still, pose);
    case 'photo':
      return flatPhoto(turnHead(still, {}), pose);
    case 'dark':
      return darken(turnHead(still, pose), DARKNESS);
    case 'two': {
      const other = await stillOf(name === 'frontal' ? 'adult' : 'frontal');
      return sideBySide(turnHead(still, pose), turnHead(other, {}));
    }
  }
}

function stillOf(name: StillName): Promise<Still> {
  const still = stills.get(name) ?? loadStill(name);
  stills.set(name, still);
  return still;
}
