// The kernel of src/vision/face/heap-sampler.ts: reads one row of a model's input from a rotated
// crop of a picture. It computes positions as precisely as src/vision/face/sampler.ts, but sums the
// four channels of a pixel at once, as 32-bit floating-point numbers.
import type { Code } from './bytes.ts';
import { doWhile, f32x4, f64, f64x2, i32, i32x4, moveBy, v128, when } from './instructions.ts';
import { type Kernel, Variables } from './wasm.ts';

/** The size of a pixel in bytes: PIXEL in the picture, TRIPLE in the model's input. */
const PIXEL = 4;
const TRIPLE = 12;

/**
 * @param order the order of the colours in the input
 * @returns the function `sampleRgb` or `sampleBgr`
 */
export function sampler(order: 'Rgb' | 'Bgr'): Kernel {
  const variables = new Variables();
  // The parameters. Addresses are byte offsets into the memory.
  const [pixels, width, output, columns, perEdge] = variables.take(
    'i32',
    'i32',
    'i32',
    'i32',
    'i32',
  );
  const [startX, startY, stepX, stepY] = variables.take('f64', 'f64', 'f64', 'f64');
  const [right, below] = variables.take('f64', 'f64');
  const [gain, red, green, blue] = variables.take('f32', 'f32', 'f32', 'f32');
  const parameters = variables.types.length;

  const [lineLength, above, row, column] = variables.take('i32', 'i32', 'i32', 'i32');
  // Variables that hold pairs of coordinates: a column and a row.
  const pairs = ['v128', 'v128', 'v128', 'v128', 'v128', 'v128'] as const;
  const [start, along, across, end, one, zero] = variables.take(...pairs);
  const [first, at, line, place, whole] = variables.take('v128', 'v128', 'v128', 'v128', 'v128');
  const [toRight, toBelow, toBoth] = variables.take('v128', 'v128', 'v128');
  const [upper, lower, sum, offsets] = variables.take('v128', 'v128', 'v128', 'v128');

  const add = (pixel: Code, weight: Code): Code =>
    sum.set(f32x4.relaxedMadd(f32x4.convert(pixel), weight, sum.get));
  const addSample: Code[] = [
    whole.set(i32x4.truncate(place.get)),
    above.set(
      i32.add(
        pixels.get,
        i32.add(
          i32.mul(i32x4.lane(whole.get, 1), lineLength.get),
          i32.mul(i32x4.lane(whole.get, 0), i32.const(PIXEL)),
        ),
      ),
    ),
    // Two adjacent pixels, with their bytes as 16-bit numbers.
    upper.set(i32x4.widen(v128.load64(above.get, 0))),
    lower.set(i32x4.widen(v128.load64(i32.add(above.get, lineLength.get), 0))),
    place.set(f64x2.demote(f64x2.sub(place.get, f64x2.convertLowI32x4(whole.get)))),
    toRight.set(v128.words(place.get, place.get, [0, 0, 0, 0])),
    toBelow.set(v128.words(place.get, place.get, [1, 1, 1, 1])),
    toBoth.set(f32x4.mul(toRight.get, toBelow.get)),
    toBelow.set(f32x4.sub(toBelow.get, toBoth.get)),
    add(i32x4.extendHigh(lower.get), toBoth.get),
    add(i32x4.extendLow(lower.get), toBelow.get),
    add(i32x4.extendHigh(upper.get), f32x4.sub(toRight.get, toBoth.get)),
    add(
      i32x4.extendLow(upper.get),
      f32x4.sub(f32x4.sub(f32x4.splat(f32x4.const(1)), toRight.get), toBelow.get),
    ),
  ];
  const isInside = v128.allTrue64(
    v128.and(f64x2.ge(place.get, zero.get), f64x2.lt(place.get, end.get)),
  );
  const ofLine: Code[] = [
    at.set(first.get),
    column.set(perEdge.get),
    doWhile(
      [
        place.set(
          f64x2.add(
            f64x2.add(start.get, f64x2.mul(at.get, along.get)),
            f64x2.mul(line.get, across.get),
          ),
        ),
        when(isInside, addSample),
        at.set(f64x2.add(at.get, one.get)),
        moveBy(column, -1),
      ],
      column.get,
    ),
    line.set(f64x2.add(line.get, one.get)),
    moveBy(row, -1),
  ];
  const ofPixel: Code[] = [
    sum.set(zero.get),
    line.set(zero.get),
    row.set(perEdge.get),
    doWhile(ofLine, row.get),
    first.set(at.get),
    sum.set(f32x4.add(f32x4.mul(sum.get, f32x4.splat(gain.get)), offsets.get)),
    ...(order === 'Bgr' ? [sum.set(v128.words(sum.get, sum.get, [2, 1, 0, 3]))] : []),
    v128.store64(output.get, sum.get, 0),
    v128.store32Of2(output.get, sum.get, 8),
    moveBy(output, TRIPLE),
    moveBy(columns, -1),
  ];
  const body: Code[] = [
    lineLength.set(i32.mul(width.get, i32.const(PIXEL))),
    one.set(f64x2.splat(f64.const(1))),
    zero.set(f64x2.splat(f64.const(0))),
    start.set(f64x2.pair(startX.get, startY.get)),
    along.set(f64x2.pair(stepX.get, stepY.get)),
    across.set(f64x2.pair(f64.neg(stepY.get), stepX.get)),
    end.set(f64x2.pair(right.get, below.get)),
    offsets.set(f32x4.of(red.get, green.get, blue.get)),
    first.set(zero.get),
    doWhile(ofPixel, columns.get),
  ];
  return { name: `sample${order}`, variables, parameters, body };
}
