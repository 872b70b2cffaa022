// Detects whether two pictures that were supposedly taken at different times are actually the same
// picture: their pixels are equal or nearly equal. A file that differs only in a comment or in its
// least significant bits shows nothing new, and a sensor's noise never repeats. Pure.
import type { GreyGrid } from '../../../../vision/face/face-wire.ts';
import type { DrawnFace } from './demand.ts';

// docs/threat-model.md#measured-at-the-edge describes how the limit was measured.

/**
 * The largest mean difference over the points of a face, in grey levels from 0 to 255, at which two
 * pictures count as the same. Different pictures differ by 0.13 or more, even in a film that is
 * smoother than any camera's.
 */
const MAX_EQUAL_DIFFERENCE = 0.05;
/**
 * The minimum share of each face's points that both pictures must contain to be compared. If they
 * have fewer in common, the head has moved.
 */
const MIN_COMMON = 0.9;
const MIN_POINTS = 40;

/** Whether any two of these pictures are the same. */
export const hasEqual = (shown: readonly DrawnFace[]): boolean =>
  shown.some(({ face: { grey } }, index) =>
    shown
      .slice(index + 1)
      .some(
        ({ face }) => grey !== undefined && face.grey !== undefined && isEqual(grey, face.grey),
      ),
  );

function isEqual(a: GreyGrid, b: GreyGrid): boolean {
  const values = valuesByPlace(b);
  const differences = a.values.flatMap((value, index) => {
    const other = values.get(placeOf(a, index));
    return other === undefined ? [] : [Math.abs(value - other)];
  });
  const least = Math.max(MIN_POINTS, MIN_COMMON * Math.max(a.values.length, b.values.length));
  if (differences.length < least) return false;
  const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
  return mean <= MAX_EQUAL_DIFFERENCE;
}

const placeOf = ({ left, top, columns }: GreyGrid, index: number): string =>
  `${left + (index % columns)} ${top + Math.floor(index / columns)}`;

const valuesByPlace = (grid: GreyGrid): Map<string, number> =>
  new Map(grid.values.map((value, index) => [placeOf(grid, index), value]));
