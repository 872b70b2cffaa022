// The portrait of a document: found in a picture of its whole page or card, described, and its pixels dropped. Nothing is
// kept and nothing is logged. Whose portrait it is, is judged by the session (portrait-match.ts).
import type { MeasuredPortrait } from '../engine/face-check.ts';
import { type Box, boundingBox, overlap, type Point3 } from '../engine/geometry.ts';
import { cropAroundDetection } from '../engine/mesh.ts';
import { assertPicture, type Picture } from '../engine/picture.ts';
import { decodeJpeg, dropPixels } from '../jpeg/decode.ts';
import type { Nets } from './nets.ts';

/** 1,600 px by 1,200, and some room. */
const LIMITS = { bytes: 1024 * 1024, pixels: 2_000_000 };
/** Of the face. Below it hardly any was found; down to it people differ as they do in wide ones: docs/documents.md. */
const MIN_WIDTH_PX = 48;
/**
 * Documents repeat their portrait smaller, as a ghost or a hologram. Another face that is wider than this share of the
 * widest is no such repetition.
 */
const MAX_REPEATED_SHARE = 0.75;

/** More of them cost time and change nothing. */
const MAX_FACES = 5;
/** Boxes with at least this intersection over union are of one face. */
const SAME_FACE_OVERLAP = 0.3;

export function measurePortrait(nets: Nets, jpeg: Uint8Array): MeasuredPortrait {
  const picture = decodeJpeg(jpeg, LIMITS);
  if (typeof picture === 'string') return { ok: false, fault: picture };
  try {
    return look(nets, picture);
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, fault: 'unreadable' };
    throw error;
  } finally {
    dropPixels(picture);
  }
}

/** @throws RangeError for a picture that is too small */
function look(nets: Nets, picture: Picture): MeasuredPortrait {
  assertPicture(picture);
  const faces = findFaces(nets, picture);
  const [portrait, next] = faces;
  if (!portrait) return { ok: false, fault: 'no_face' };
  const widthPx = widthOf(portrait.box);
  if (next && widthOf(next.box) > MAX_REPEATED_SHARE * widthPx)
    return { ok: false, fault: 'several_faces' };
  if (widthPx < MIN_WIDTH_PX) return { ok: false, fault: 'too_small' };
  const { descriptor } = nets.faceres.describe(picture, portrait.points);
  return { ok: true, descriptor, faces: faces.length, widthPx: Math.round(widthPx) };
}

interface FoundFace {
  box: Box;
  points: Point3[];
}

/** @returns the widest first. What the mesh does not settle on is a stain or a seal. */
function findFaces({ detector, mesh }: Nets, picture: Picture): FoundFace[] {
  const widest = detector
    .detect(picture, 'thorough')
    .toSorted((a, b) => widthOf(b.box) - widthOf(a.box))
    .slice(0, MAX_FACES);
  const faces: FoundFace[] = [];
  for (const detection of widest) {
    const points = mesh.settle(picture, cropAroundDetection(detection))?.points;
    if (!points) continue;
    const box = boundingBox(points);
    // Two detections of one face end in one mesh.
    if (faces.every((face) => overlap(face.box, box) < SAME_FACE_OVERLAP))
      faces.push({ box, points });
  }
  return faces.toSorted((a, b) => widthOf(b.box) - widthOf(a.box));
}

const widthOf = ([left, , right]: Box): number => right - left;
