// The face of a session as one descriptor: the normalised mean of the descriptors of its frontal
// pictures. Pure.
import { angleOf } from '../../../../vision/face/challenge.ts';
import type { Evidence } from './judge-pictures.ts';
import { FRONTAL_DEGREES } from './same-person.ts';

/**
 * @param faces the faces of accepted pictures. Those from the frontal steps are used or, if there
 *   was no such step, the frontal faces from the movements
 * @returns a unit vector; undefined when no picture is frontal
 */
export function faceOf({ faces }: Pick<Evidence, 'faces'>): number[] | undefined {
  const asked = faces.filter(({ isFrontal }) => isFrontal === true);
  const frontal =
    asked.length > 0 ? asked : faces.filter((face) => angleOf(face) < FRONTAL_DEGREES);
  const [first] = frontal;
  if (first === undefined) return undefined;
  const sums = Array.from(first.descriptor, (_, index) =>
    frontal.reduce((sum, { descriptor }) => sum + (descriptor[index] ?? 0), 0),
  );
  const length = Math.hypot(...sums);
  return sums.map((value) => value / length);
}
