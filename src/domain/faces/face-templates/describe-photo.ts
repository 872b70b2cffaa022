// Obtains the descriptor of the face in a photograph; the face Worker measures the face, in memory
// only.
import type { Context } from '../../../context.ts';
import type { PhotoFault } from '../../../vision/face/face-wire.ts';
import { inTime } from '../../../time/patience.ts';

export type PhotoFinding =
  | { ok: true; descriptor: number[]; model: string }
  /**
   * The Worker's more detailed reasons are reduced to these two; docs/face.md describes a good
   * picture.
   */
  | { ok: false; reason: 'invalid_image' | 'no_face_detected' };

/**
 * How long to wait for the Worker: the models may have to be loaded first, and a large picture
 * takes a second.
 */
const PATIENCE_MS = 20_000;

/** @throws Error if there is no face Worker, and any error from the Worker */
export async function describePhoto(
  { face }: Pick<Context, 'face'>,
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<PhotoFinding> {
  if (face === undefined) throw new Error('No face Worker is bound.');
  const photo = await inTime(Promise.resolve(face.describePhoto({ jpeg })), PATIENCE_MS);
  return photo.ok ? photo : { ok: false, reason: reasonOf(photo.fault) };
}

function reasonOf(fault: PhotoFault): 'invalid_image' | 'no_face_detected' {
  switch (fault) {
    case 'not_a_jpeg':
    case 'too_large':
    case 'unreadable':
      return 'invalid_image';
    case 'no_face':
    case 'several_faces':
    case 'too_small':
    case 'turned_away':
      return 'no_face_detected';
  }
}
