// Reduces pictures of turned heads, real or bent, to the texture that the classifier sees.
import type { Pose } from '../../src/vision/face/challenge.ts';
import type { TrackedFace } from '../../src/vision/face/face-engine.ts';
import type { Point3 } from '../../src/vision/face/geometry.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';
import { blankPicture } from '../../test/support/puppet/raster.ts';

export const WARPS = ['plane', 'solid head', 'mesh'] as const;
export type Warp = (typeof WARPS)[number];

/**
 * What a picture shows: a head that turned before a camera, a head at rest, or a head that a warp
 * turned.
 */
export type Kind = 'turned' | 'rest' | Warp;

export interface Sample {
  kind: Kind;
  pose: Pose;
  /** The mean of each channel of the map in each part of the face, as a logarithm. */
  texture: Float32Array;
}

/** The number of faceres's blocks that are run: their map has 28 x 28 places, 256 channels. */
const BLOCKS = 5;
/** The number of parts along each edge of the map. */
const PARTS = 3;
/** The mesh points that determine how far a crop is rotated. */
const EYES = [33, 263] as const;

/** @returns undefined when the page's models find no face */
export async function track(picture: Picture): Promise<TrackedFace | undefined> {
  const { engine } = await clipNets();
  engine.reset();
  return engine.track(picture);
}

/**
 * @param sent a picture as a session receives it, decoded
 * @returns undefined when no face is found in it
 */
export async function sampleOf(kind: Kind, sent: Picture): Promise<Sample | undefined> {
  const face = await track(sent);
  if (face === undefined) return undefined;
  const { pose, mesh } = face;
  const texture =
    pose.yaw < 0
      ? await textureOf(mirror(sent), mirrorMesh(mesh, sent.width))
      : await textureOf(sent, mesh);
  return { kind, pose, texture };
}

async function textureOf(picture: Picture, mesh: readonly Point3[]): Promise<Float32Array> {
  const { nets } = await faceWorker();
  const { shape, data } = nets.faceres.mapAfter(BLOCKS, picture, mesh);
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

/** Mirrors the picture, so that the classifier sees all heads turned to the same side. */
function mirror(picture: Picture): Picture {
  const { width, height } = picture;
  const result = blankPicture(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel - (pixel % width) + (width - 1 - (pixel % width));
    result.data.set(picture.data.subarray(4 * from, 4 * from + 4), 4 * pixel);
  }
  return result;
}

function mirrorMesh(mesh: readonly Point3[], width: number): Point3[] {
  const points = mesh.map(([x, y, z]): Point3 => [width - 1 - x, y, z]);
  const [right, left] = EYES.map((eye) => points[eye]);
  // A person's right eye is on the left of the picture, also in a mirrored one.
  if (right && left) [points[EYES[0]], points[EYES[1]]] = [left, right];
  return points;
}
