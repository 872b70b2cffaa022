// The portrait of a document: found in a picture of its whole page or card, described, and its pixels dropped. Nothing is
// kept and nothing is logged. Whose portrait it is, is judged by the session (portrait-match.ts).
import type { MeasuredPortrait } from '../../vision/face/face-wire.ts';
import { decodeJpeg } from '../../vision/jpeg/decode.ts';
import { findOneFace } from './find-faces.ts';
import { lookAt } from './look-at.ts';
import type { Nets } from './nets.ts';

/** 1,600 px by 1,200, and some room. */
const LIMITS = { bytes: 1024 * 1024, pixels: 2_000_000 };

export function measurePortrait(nets: Nets, jpeg: Uint8Array): MeasuredPortrait {
  const found = lookAt(decodeJpeg(jpeg, LIMITS), (picture) => {
    const face = findOneFace(nets, picture);
    if (typeof face === 'string') return face;
    const descriptor = nets.faceres.describe(picture, face.points);
    return { descriptor, faces: face.faces, widthPx: face.widthPx };
  });
  return typeof found === 'string' ? { ok: false, fault: found } : { ok: true, ...found };
}
