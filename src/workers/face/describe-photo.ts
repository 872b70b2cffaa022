// Finds and describes the person in a single photograph, and frees the photograph's pixels. Nothing
// is kept and nothing is logged. A single picture does not show that the person is present (D-15).
import type { DescribedPhoto } from '../../vision/face/face-wire.ts';
import { measurePose } from '../../vision/face/pose.ts';
import { decodePhoto } from '../../vision/jpeg/decode.ts';
import { findOneFace } from './find-faces.ts';
import { lookAt } from './look-at.ts';
import type { Nets } from './nets.ts';

/**
 * The limits for a photograph from a phone. The size limit corresponds to 10,000,000 characters of
 * base64. The photograph is scaled down while it is decoded, so the 100 MB that 25 megapixels would
 * take are never in memory.
 */
const LIMITS = { bytes: 7_500_000, pixels: 25_000_000, keptPixels: 1_000_000 };
/**
 * The maximum turn of the head, beyond which descriptors of the same person differ more
 * (docs/face.md#turned-heads).
 */
const MAX_TURN_DEGREES = 20;

export function describePhoto(
  nets: Nets,
  jpeg: Uint8Array,
): Exclude<DescribedPhoto, { ok: true }> | { ok: true; descriptor: number[] } {
  const found = lookAt(decodePhoto(jpeg, LIMITS), (picture) => {
    const face = findOneFace(nets, picture);
    if (typeof face === 'string') return face;
    const { yaw, pitch } = measurePose(face.points);
    if (Math.max(Math.abs(yaw), Math.abs(pitch)) > MAX_TURN_DEGREES) return 'turned_away';
    return nets.faceres.describe(picture, face.points);
  });
  return typeof found === 'string' ? { ok: false, fault: found } : { ok: true, descriptor: found };
}
