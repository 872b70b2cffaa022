// Finds the faces in a picture and selects its subject.
import { type Box, boundingBox, overlap, type Point3 } from '../../vision/face/geometry.ts';
import { cropAroundDetection } from '../../vision/face/mesh.ts';
import { assertPicture, type Picture } from '../../vision/face/picture.ts';
import type { Nets } from './nets.ts';

/**
 * Minimum width of a face. Faces slightly above this width distinguish people as well as wider
 * faces do (docs/documents.md).
 */
const MIN_WIDTH_PX = 48;
/**
 * The maximum width of a second face, as a share of the widest face's width. A wider one is too
 * large for a bystander or a document's ghost image, so the picture has no clear subject.
 */
const MAX_SECOND_SHARE = 0.75;

/** The maximum number of faces that are examined: more would cost time and change nothing. */
const MAX_FACES = 5;
/** Boxes with at least this intersection over union belong to one face. */
const SAME_FACE_OVERLAP = 0.3;

interface FoundFace {
  box: Box;
  points: Point3[];
}

/**
 * `several_faces`: none of them is clearly the subject. `too_small`: too few pixels to distinguish
 * people.
 */
type FaceFault = 'no_face' | 'several_faces' | 'too_small';

/** @throws RangeError for a picture that is too small */
export function findOneFace(
  nets: Nets,
  picture: Picture,
): { points: Point3[]; faces: number; widthPx: number } | FaceFault {
  assertPicture(picture);
  const faces = findFaces(nets, picture);
  const [widest, next] = faces;
  if (!widest) return 'no_face';
  const widthPx = widthOf(widest.box);
  if (next && widthOf(next.box) > MAX_SECOND_SHARE * widthPx) return 'several_faces';
  if (widthPx < MIN_WIDTH_PX) return 'too_small';
  return { points: widest.points, faces: faces.length, widthPx: Math.round(widthPx) };
}

/**
 * @returns the faces, widest first; detections whose mesh does not converge are dropped, because
 *   they are not faces but, for example, stains or seals
 */
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
    // Two detections of one face converge to the same mesh.
    if (faces.every((face) => overlap(face.box, box) < SAME_FACE_OVERLAP))
      faces.push({ box, points });
  }
  return faces.toSorted((a, b) => widthOf(b.box) - widthOf(a.box));
}

const widthOf = ([left, , right]: Box): number => right - left;
