// A picture as the hosted page sends it, and what the face Worker finds in it.
import jpeg from 'jpeg-js';
import { commitmentOf } from '../../src/vision/face/commitment.ts';
import type { MeasuredFace } from '../../src/vision/face/face-wire.ts';
import { boundingBox, type Box, type Point2 } from '../../src/vision/face/geometry.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { clipNets, type Jpeg } from '../../test/support/clips/nets.ts';
import { textureOf, type FaceTexture } from './face-texture.ts';

export interface Shot {
  /** The time of the picture within its film, in ms. */
  ms: number;
  /** The picture decoded from the sent file. */
  picture: Picture;
  face: MeasuredFace;
  box: Box;
  texture: FaceTexture;
}

const NONCE = 'evidence';

/** @returns undefined when the Worker finds no face */
export async function shotOf(ms: number, file: Jpeg): Promise<Shot | undefined> {
  const { face: worker } = await clipNets();
  const hash = await commitmentOf(NONCE, ms, file);
  const request = {
    step: 'liveness',
    nonce: NONCE,
    pictures: [{ t: ms, hash, jpeg: file }],
  } as const;
  const [found] = (await worker.measure(request)).pictures;
  if (!found?.ok) return undefined;
  const picture = decodeJpeg(file);
  const { face } = found;
  const points = pointsOf(face.mesh);
  return { ms, picture, face, box: boundingBox(points), texture: textureOf(picture, points) };
}

/** @returns the pixels as a clamped array, so that adding noise cannot overflow */
export function decodeJpeg(file: Jpeg): Picture {
  const { data, width, height } = jpeg.decode(file, { useTArray: true });
  return { data: new Uint8ClampedArray(data), width, height };
}

const pointsOf = (mesh: readonly number[]): Point2[] =>
  Array.from({ length: mesh.length >> 1 }, (_, index): Point2 => [
    mesh[2 * index] ?? 0,
    mesh[2 * index + 1] ?? 0,
  ]);
