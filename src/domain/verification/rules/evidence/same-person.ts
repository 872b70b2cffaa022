// Determines whether revealed pictures show one person, using terms/face-match.ts. Pure. The
// distances between views of one person were measured on photographs of 20 people, turned to
// several angles by the puppet in test/support; the distances between strangers are from
// docs/face.md.
import { angleOf, type Angles } from '../../../../vision/face/challenge.ts';
import { median } from '../../../../vision/face/median.ts';
import { placesApart } from '../../../terms/face-match.ts';
import { type PlacedFace, placeFace } from '../../../terms/face-space.ts';

/** The part of a revealed picture that is kept until the verdict. */
export interface KeptFace extends Angles {
  descriptor: Float32Array;
  /** Whether the picture belongs to a step that requires frontal pictures. */
  isFrontal?: true;
  /**
   * Whether the picture belongs to a gesture, which changes how a face looks just as a turn does.
   */
  isGesture?: true;
}

interface Placed extends KeptFace {
  place: PlacedFace;
}

/**
 * For each band of angles, in degrees, the largest accepted median of the distances between the
 * views in that band and the most frontal view. About one in a thousand pairs of strangers is
 * within 0.83 of each other (docs/face.md).
 */
const BANDS = [
  { belowDegrees: 5, atMost: 0.7 },
  { belowDegrees: 15, atMost: 0.76 },
  { belowDegrees: 25, atMost: 0.8 },
  { belowDegrees: 40, atMost: 0.84 },
] as const;
export const FRONTAL_DEGREES = 15;
/** Views with a larger angle are not compared. */
export const TELLING_DEGREES = 30;
/**
 * The largest accepted distance between any two compared views. It detects even one picture of a
 * different person among several pictures.
 */
const MAX_DISTANCE_OF_ONE = 0.86;

/**
 * @param faces the faces of this step and the earlier steps, in the order they were shown; they are
 *   compared with the most frontal face, and frontal faces are also compared with each other
 * @returns false when more than one person was seen
 */
export function isOnePerson(faces: readonly KeptFace[]): boolean {
  const telling = faces.filter((face) => angleOf(face) <= TELLING_DEGREES).map(place);
  const rank = (face: Placed): number =>
    angleOf(face) + (face.isGesture === true ? TELLING_DEGREES : 0);
  const [reference, ...others] = telling.toSorted((a, b) => rank(a) - rank(b));
  if (reference === undefined) return true;
  const plain = others.filter((face) => face.isGesture !== true);
  const frontal = telling.filter((face) => angleOf(face) < FRONTAL_DEGREES);
  const pairs = [
    ...others.map((face) => [reference, face] as const),
    ...frontal.flatMap((a, index) => frontal.slice(index + 1).map((b) => [a, b] as const)),
  ];
  if (pairs.some(([a, b]) => placesApart(a.place, b.place) > MAX_DISTANCE_OF_ONE)) return false;
  return BANDS.every(({ belowDegrees, atMost }, index) => {
    const from = BANDS[index - 1]?.belowDegrees ?? 0;
    const inBand = plain.filter((face) => from <= angleOf(face) && angleOf(face) < belowDegrees);
    return median(inBand.map((face) => placesApart(reference.place, face.place))) <= atMost;
  });
}

const place = (face: KeptFace): Placed => ({ ...face, place: placeFace(face.descriptor) });
