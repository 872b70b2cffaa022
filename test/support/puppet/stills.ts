// The people in the tests: single faces cut from the demo photographs of installed packages and
// placed in front of a plain wall at camera size. Nothing is downloaded, and no photograph is kept
// in the repository.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import type { Pose } from '../../../src/vision/face/challenge.ts';
import type { TrackedFace } from '../../../src/vision/face/face-engine.ts';
import type { Box, Crop, Point2, Point3 } from '../../../src/vision/face/geometry.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { sampleBand } from '../../../src/vision/face/sampler.ts';
import { ROOT } from './cache.ts';
import { loadEngine } from './engine-for-node.ts';
import { blankPicture } from './raster.ts';

const FRAME_WIDTH = 640;
const FRAME_HEIGHT = 480;

interface Source {
  /** A demo photograph from @vladmandic/face-api, or the sample embedded in @vladmandic/human. */
  photo: string;
  /** A point on the face to be used, in pixels of the photograph. */
  at: Point2;
}

const SOURCES = {
  /** A face whose estimated age is about 38. */
  adult: { photo: 'sample1.jpg', at: [1564, 341] },
  /**
   * A face whose estimated age is about 18. She looks to the side, so her puppet needs wide
   * gestures.
   */
  young: { photo: 'sample6.jpg', at: [777, 497] },
  /** A face whose estimated age is about 23, looking straight ahead. */
  frontal: { photo: 'human', at: [131, 126] },
} satisfies Record<string, Source>;

export type StillName = keyof typeof SOURCES;

export interface Still {
  picture: Picture;
  mesh: Point3[];
  /** The pose of the head in the picture, in degrees. */
  pose: Pose;
}

/** The height of the face mesh in the frame, which matches a person at arm's length. */
const FACE_HEIGHT = 220;
/** The size of the first, rough crop as a multiple of the detector's box. */
const ROUGH_SCALE = 3;

/**
 * The distances from the face's centre between which the picture fades into the wall, as multiples
 * of half the face's size. The person's hair stays visible; neighbouring people disappear.
 */
const FADE = { from: 1.45, to: 1.9 };

export const loadStill = (name: StillName): Promise<Still> => loadStillOf(SOURCES[name]);

/**
 * @throws Error when no face is found at the source's point, or the face is not found again in the
 *   crop. With the pinned package versions, neither happens for SOURCES.
 */
export async function loadStillOf(source: Source): Promise<Still> {
  const engine = await loadEngine(['blazeface', 'facemesh']);
  const look = (picture: Picture): TrackedFace => {
    engine.reset();
    const reading = engine.track(picture);
    if (!reading) throw new Error(`The face at ${source.at.join(', ')} got lost.`);
    return reading;
  };
  const photo = await loadPhoto(source.photo);
  const face = engine.detect(photo).find(({ box }) => contains(box, source.at));
  if (!face) throw new Error(`No face at ${source.at.join(', ')} of ${source.photo}.`);
  const rough = roughCrop(face.box, face.keypoints);
  const fine = refineCrop(rough, look(cutFrame(photo, rough)));
  const cut = cutFrame(photo, fine);
  const picture = beforeWall(cut, look(cut).box);
  const { mesh, pose } = look(picture);
  return { picture, mesh, pose };
}

function roughCrop(box: Box, [right, left]: Point2[]): Crop {
  return {
    cx: (box[0] + box[2]) / 2,
    cy: (box[1] + box[3]) / 2,
    side: (box[2] - box[0]) * ROUGH_SCALE,
    angle: Math.atan2(left![1] - right![1], left![0] - right![0]),
  };
}

/**
 * Returns a crop in which the face is centred, its eyes are level and its height is FACE_HEIGHT.
 */
function refineCrop({ cx, cy, side, angle }: Crop, { box, pose }: TrackedFace): Crop {
  const scale = side / FRAME_WIDTH;
  const x = ((box[0] + box[2]) / 2 - FRAME_WIDTH / 2) * scale;
  const y = ((box[1] + box[3]) / 2 - FRAME_HEIGHT / 2) * scale;
  return {
    cx: cx + x * Math.cos(angle) - y * Math.sin(angle),
    cy: cy + x * Math.sin(angle) + y * Math.cos(angle),
    side: (side * (box[3] - box[1])) / FACE_HEIGHT,
    angle: angle + (pose.roll * Math.PI) / 180,
  };
}

/** Loads and decodes a photograph from an installed package. */
export async function loadPhoto(name: string): Promise<Picture> {
  return jpeg.decode(await readPhotoFile(name), { useTArray: true });
}

/** Reads the bytes of a photograph file. */
export async function readPhotoFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    name === 'human' || name === 'body'
      ? await readHumanSample(name === 'human' ? 'face' : name)
      : await readFile(join(ROOT, 'node_modules/@vladmandic/face-api/demo', name)),
  );
}

async function readHumanSample(name: 'face' | 'body'): Promise<Buffer> {
  const text = await readFile(join(ROOT, 'node_modules/@vladmandic/human/src/sample.ts'), 'utf8');
  const encoded = new RegExp(`export const ${name}[^\`]*\`([^\`]*)\``).exec(text)?.[1];
  if (!encoded) throw new Error(`@vladmandic/human has no sample ${name}.`);
  return Buffer.from(encoded, 'base64');
}

/** Draws an empty wall in soft light. The picture is always the same. */
export function wall(): Picture {
  const picture = blankPicture(FRAME_WIDTH, FRAME_HEIGHT);
  for (let y = 0, at = 0; y < FRAME_HEIGHT; y++) {
    for (let x = 0; x < FRAME_WIDTH; x++, at += 4) {
      const light = 168 - 40 * Math.hypot(x / FRAME_WIDTH - 0.4, y / FRAME_HEIGHT - 0.3);
      picture.data.set([light + 4, light, light - 8], at);
    }
  }
  return picture;
}

function cutFrame(photo: Picture, crop: Crop): Picture {
  const size = { width: FRAME_WIDTH, height: FRAME_WIDTH };
  const rgb = sampleBand(photo, crop, size, { scale: 1, offset: [0, 0, 0] });
  const picture = blankPicture(FRAME_WIDTH, FRAME_HEIGHT);
  const skipped = ((FRAME_WIDTH - FRAME_HEIGHT) / 2) * FRAME_WIDTH;
  for (let pixel = 0; pixel < FRAME_WIDTH * FRAME_HEIGHT; pixel++) {
    const at = (pixel + skipped) * 3;
    picture.data.set(rgb.subarray(at, at + 3), pixel * 4);
  }
  return picture;
}

function beforeWall(picture: Picture, box: Box): Picture {
  const result = wall();
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  for (let pixel = 0; pixel < FRAME_WIDTH * FRAME_HEIGHT; pixel++) {
    const x = (pixel % FRAME_WIDTH) - cx;
    const y = Math.floor(pixel / FRAME_WIDTH) - cy;
    const distance = Math.hypot((2 * x) / (box[2] - box[0]), (2 * y) / (box[3] - box[1]));
    const share = Math.max(0, Math.min(1, (FADE.to - distance) / (FADE.to - FADE.from)));
    for (let at = pixel * 4; at < pixel * 4 + 3; at++) {
      result.data[at] = result.data[at]! * (1 - share) + picture.data[at]! * share;
    }
  }
  return result;
}

function contains(box: Box, [x, y]: Point2): boolean {
  return x > box[0] && x < box[2] && y > box[1] && y < box[3];
}
