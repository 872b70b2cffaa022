// The kernels of src/vision/face/depthwise.ts: a convolution of each channel separately with a
// filter of three by three pixels, padded with zeros. With stride 1 the map keeps its size; with
// stride 2 its height and width are halved.
import type { Code } from './bytes.ts';
import {
  doWhile,
  f32x4,
  i32,
  move,
  moveBy,
  select,
  type Variable,
  v128,
  when,
} from './instructions.ts';
import { type Kernel, Variables } from './wasm.ts';

const EDGE = 3;
const FLOAT = 4;
/** The size of four channels of a pixel, in bytes. */
const VECTOR = 4 * FLOAT;
/** The size of one row of the filter for four channels, in bytes. */
const TAPS = EDGE * VECTOR;

/** One function for each stride, named `convolve1` and `convolve2`. */
export function depthwise(stride: 1 | 2): Kernel {
  const variables = new Variables();
  // The parameters. Addresses are byte offsets into the memory; a group has four channels.
  const [input, height, width, groups] = variables.take('i32', 'i32', 'i32', 'i32');
  const [packed, output, rowsOut, columnsOut] = variables.take('i32', 'i32', 'i32', 'i32');
  const [lowest, highest] = variables.take('f32', 'f32');
  const parameters = variables.types.length;

  const [pixel, rowLength, first, line, filters] = variables.take(
    'i32',
    'i32',
    'i32',
    'i32',
    'i32',
  );
  const [biases, group, left, out] = variables.take('i32', 'i32', 'i32', 'i32');
  // For each of the three rows: the addresses of the filter's row, of the map's row, and of the
  // current column in the map's row.
  const rowFilters = variables.takeMany('i32', EDGE);
  const rowsIn = variables.takeMany('i32', EDGE);
  const columns = variables.takeMany('i32', EDGE);
  const taps = rowFilters.map(() => variables.takeMany('v128', EDGE));
  const [value, bias, sum, next, later] = variables.take('v128', 'v128', 'v128', 'v128', 'v128');

  /**
   * Adds one column of the map to each of the sums, multiplied by the column of the filter that is
   * paired with the sum.
   */
  const addColumn = (sums: readonly (readonly [Variable, number])[]): Code[] =>
    columns.flatMap((column, row) => [
      value.set(v128.load(column.get, 0)),
      ...sums.map(([of, tap]) =>
        of.set(f32x4.relaxedMadd(value.get, taps[row]?.[tap]?.get ?? [], of.get)),
      ),
      move(column, pixel.get),
    ]);
  const store: Code[] = [
    v128.store(out.get, f32x4.clamp(sum.get, lowest.get, highest.get), 0),
    move(out, pixel.get),
  ];

  // A column of the map is read once and contributes to every adjacent pixel of the result: `sum`
  // is the first pixel that is not complete, and `next` and `later` are the pixels after it.
  const begin =
    stride === 1
      ? [
          next.set(bias.get),
          ...addColumn([
            [sum, 1],
            [next, 0],
          ]),
        ]
      : [when(i32.eqz(i32.and(width.get, i32.const(1))), addColumn([[sum, 0]]))];
  const goOn =
    stride === 1
      ? [
          later.set(bias.get),
          ...addColumn([
            [sum, 2],
            [next, 1],
            [later, 0],
          ]),
          ...store,
          sum.set(next.get),
          next.set(later.get),
        ]
      : [
          next.set(bias.get),
          ...addColumn([[sum, 1]]),
          ...addColumn([
            [sum, 2],
            [next, 0],
          ]),
          ...store,
          sum.set(next.get),
        ];
  const end = stride === 1 ? store : [...addColumn([[sum, 1]]), ...store];

  const ofGroup: Code[] = [
    bias.set(v128.load(biases.get, 0)),
    ...taps.flatMap((row, r) =>
      row.map((tap, i) => tap.set(v128.load(rowFilters[r]?.get ?? [], i * VECTOR))),
    ),
    ...columns.map((column, r) => column.set(rowsIn[r]?.get ?? [])),
    out.set(output.get),
    sum.set(bias.get),
    ...begin,
    left.set(i32.sub(columnsOut.get, i32.const(1))),
    when(left.get, [doWhile([...goOn, moveBy(left, -1)], left.get)]),
    ...end,
    // Moves on to the next four channels.
    moveBy(biases, VECTOR),
    ...rowFilters.map((row) => moveBy(row, TAPS)),
    ...rowsIn.map((row) => moveBy(row, VECTOR)),
    moveBy(output, VECTOR),
    moveBy(group, -1),
  ];
  // A row above or below the map is replaced by a real row, which is multiplied by a filter of
  // zeros that is stored after all other filters.
  const isInside = i32.ltU(line.get, height.get);
  const filterLength = i32.mul(groups.get, i32.const(TAPS));
  const ofRow: Code[] = [
    biases.set(packed.get),
    ...rowFilters.flatMap((row, r) => [
      line.set(i32.add(first.get, i32.const(r))),
      row.set(
        i32.add(
          filters.get,
          i32.mul(filterLength, select(isInside, i32.const(r), i32.const(EDGE))),
        ),
      ),
      rowsIn[r]?.set(
        i32.add(input.get, i32.mul(rowLength.get, select(isInside, line.get, i32.const(0)))),
      ) ?? [],
    ]),
    group.set(groups.get),
    doWhile(ofGroup, group.get),
    // The output has already been advanced by one pixel in the loop; this skips the rest of the
    // row.
    move(output, i32.mul(pixel.get, i32.sub(columnsOut.get, i32.const(1)))),
    moveBy(first, stride),
    moveBy(rowsOut, -1),
  ];
  const body: Code[] = [
    pixel.set(i32.mul(groups.get, i32.const(VECTOR))),
    rowLength.set(i32.mul(width.get, pixel.get)),
    // The filters follow the biases; there is one bias per channel.
    filters.set(i32.add(packed.get, pixel.get)),
    // Half of the padding, rounded down, is above the map.
    first.set(
      stride === 1 ? i32.const(-1) : i32.sub(i32.const(0), i32.and(height.get, i32.const(1))),
    ),
    doWhile(ofRow, rowsOut.get),
  ];
  return { name: `convolve${stride}`, variables, parameters, body };
}
