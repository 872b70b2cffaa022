// Single pixels of a face, sampled on a grid at the same position in every picture.
import { expect, it } from 'vitest';
import { measureGrey } from '../../../src/vision/face/grey-grid.ts';

const WIDTH = 64;
const HEIGHT = 48;
const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1)
  data.set([pixel % WIDTH, pixel % WIDTH, pixel % WIDTH, 255], 4 * pixel);
const picture = { data, width: WIDTH, height: HEIGHT };

it('contains the pixels at every eighth column and row within the face', () => {
  expect(measureGrey(picture, [10, 9, 33, 17])).toEqual({
    left: 2,
    top: 2,
    columns: 3,
    values: [16, 24, 32],
  });
});

it('contains the same pixels for any box that covers them', () => {
  const [all, part] = [measureGrey(picture, [0, 0, 63, 47]), measureGrey(picture, [15, 3, 41, 30])];
  const at = ({ left, top, columns, values }: typeof all, column: number, row: number) =>
    values[(row - top) * columns + column - left];
  expect(at(all, 3, 2)).toBe(at(part, 3, 2));
});

it('ends at the edge of the picture, and is empty outside it', () => {
  expect(measureGrey(picture, [-20, -20, 500, 500]).values).toHaveLength(8 * 6);
  expect(measureGrey(picture, [100, 100, 140, 140]).values).toEqual([]);
});
