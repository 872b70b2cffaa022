// Reduces pictures of turned heads, real or bent, to the texture that the classifier sees.
import type { Pose } from '../../src/vision/face/challenge.ts';
import type { TrackedFace } from '../../src/vision/face/face-engine.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { textureOf } from '../../src/workers/face/texture.ts';
import { clipNets } from '../../test/support/clips/nets.ts';
import { faceWorker } from '../../test/support/puppet/face-worker-for-node.ts';

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
  /** The result of textureOf. */
  texture: Float32Array;
}

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
  const { nets } = await faceWorker();
  return { kind, pose, texture: textureOf(nets.faceres, sent, { points: mesh, yaw: pose.yaw }) };
}
