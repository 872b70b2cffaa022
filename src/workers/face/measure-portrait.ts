// Finds and describes the portrait in a picture of a whole page or card, and frees the picture's
// pixels. Nothing is kept and nothing is logged. The session judges whether the portrait shows the
// visitor, and whether it is printed on a document (portrait-match.ts, front.ts).
import type { MeasuredPortrait } from '../../vision/face/face-wire.ts';
import { boundingBox } from '../../vision/face/geometry.ts';
import { decodeJpeg } from '../../vision/jpeg/decode.ts';
import { findOneFace } from './find-faces.ts';
import { lookAt } from './look-at.ts';
import type { Nets } from './nets.ts';

/** Limits with some room above a picture of 1,600 by 1,200 px. */
const LIMITS = { bytes: 1024 * 1024, pixels: 2_000_000 };

export function measurePortrait(nets: Nets, jpeg: Uint8Array): MeasuredPortrait {
  const found = lookAt(decodeJpeg(jpeg, LIMITS), (picture) => {
    const face = findOneFace(nets, picture);
    if (typeof face === 'string') return face;
    const descriptor = nets.faceres.describe(picture, face.points);
    const [left, top, right, bottom] = boundingBox(face.points);
    return {
      descriptor,
      faces: face.faces,
      widthPx: face.widthPx,
      face: { left, top, right, bottom },
      picture: { width: picture.width, height: picture.height },
    };
  });
  return typeof found === 'string' ? { ok: false, fault: found } : { ok: true, ...found };
}
