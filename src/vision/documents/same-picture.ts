// Detects whether two frames of a code are one picture that was sent twice: two pictures from a
// camera differ at least by the camera's noise.
import type { GreyPicture } from './grey-picture.ts';

/**
 * The mean difference between pixels, in grey levels (0 to 255), below which two frames count as
 * one picture; docs/documents.md contains the measurements. An attacker can exceed it by adding
 * noise to a frame.
 */
const MIN_DIFFERENCE = 0.3;

/**
 * @param frames the strips or the barcode of each frame
 * @returns whether all frames show the same pixels
 */
export function isOnePicture([first, ...others]: readonly (readonly GreyPicture[])[]): boolean {
  return first !== undefined && others.every((other) => areSame(first, other));
}

function areSame(one: readonly GreyPicture[], other: readonly GreyPicture[]): boolean {
  return (
    one.length === other.length && one.every((strip, i) => apart(strip, other[i]) < MIN_DIFFERENCE)
  );
}

/**
 * Compares two pictures. Two of different sizes cannot be the same picture.
 * @returns the mean difference between their pixels, in grey levels (0 to 255); Infinity for
 *   different sizes
 */
export function apart(one: GreyPicture, other: GreyPicture | undefined): number {
  if (other === undefined || one.width !== other.width || one.height !== other.height)
    return Infinity;
  let sum = 0;
  for (let at = 0; at < one.data.length; at++)
    sum += Math.abs((one.data[at] as number) - (other.data[at] as number));
  return sum / one.data.length;
}
