// Whether two pictures are one: the same pixels, or nearly, at different times. A file that differs by
// a comment or by its last bits shows nothing new, and a sensor's noise never repeats. Pure.
import type { GreyGrid } from '../../../../vision/face/face-wire.ts';
import type { DrawnFace } from './demand.ts';

// How the limit was measured: docs/threat-model.md#measured-at-the-edge.

/** Of 255, in the mean over the points of a face. Films leave 0.13 and more, and are smoothed as no camera is. */
const MOST_EQUAL = 0.05;
/** Of the points of either face: less in common, and the head is elsewhere. */
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
  return mean <= MOST_EQUAL;
}

const placeOf = ({ left, top, columns }: GreyGrid, index: number): string =>
  `${left + (index % columns)} ${top + Math.floor(index / columns)}`;

const valuesByPlace = (grid: GreyGrid): Map<string, number> =>
  new Map(grid.values.map((value, index) => [placeOf(grid, index), value]));
