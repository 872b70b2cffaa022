// The kernel of src/vision/face/first-convolution.ts: a convolution that halves the height and
// width of a map with three colour channels. The filter is packed by packFilter, and the map is
// already padded.
import type { Code } from './bytes.ts';
import { doWhile, f32x4, i32, move, moveBy, v128, when } from './instructions.ts';
import { type Kernel, Variables } from './wasm.ts';

/**
 * The number of adjacent pixels in the block of the result that is held in registers. Each has
 * eight channels.
 */
const PIXELS = 5;
const CHANNELS = 8;
const VECTORS = CHANNELS / 4;
const FLOAT = 4;
const COLOURS = 3;
const STRIDE = 2;
const PIXEL_IN = COLOURS * FLOAT;
const PANEL = CHANNELS * FLOAT;

/** The function `convolveColours`. */
export function firstConvolution(): Kernel {
  const variables = new Variables();
  // The parameters. Addresses are byte offsets into the memory; a panel has eight channels.
  const [input, width, edge, packed] = variables.take('i32', 'i32', 'i32', 'i32');
  const [panels, output, rowsOut, columnsOut] = variables.take('i32', 'i32', 'i32', 'i32');
  const [highest] = variables.take('f32');
  const parameters = variables.types.length;

  const [rowIn, pixelOut, panel, out] = variables.take('i32', 'i32', 'i32', 'i32');
  const [blockIn, blockOut, left, missing] = variables.take('i32', 'i32', 'i32', 'i32');
  const [line, column, row, filter, biases] = variables.take('i32', 'i32', 'i32', 'i32', 'i32');
  const [panelOut] = variables.take('i32');
  const sums = Array.from({ length: PIXELS }, () => variables.takeMany('v128', VECTORS));
  const filters = variables.takeMany('v128', VECTORS);
  const [value] = variables.take('v128');

  const addColour = (colour: number): Code[] => [
    ...filters.map((vector, i) => vector.set(v128.load(filter.get, colour * PANEL + 16 * i))),
    ...sums.flatMap((pixel, p) => [
      value.set(v128.load32Splat(column.get, (p * STRIDE * COLOURS + colour) * FLOAT)),
      ...pixel.map((sum, i) =>
        sum.set(f32x4.relaxedMadd(value.get, filters[i]?.get ?? [], sum.get)),
      ),
    ]),
  ];
  const addRow: Code[] = [
    column.set(line.get),
    left.set(edge.get),
    doWhile(
      [
        ...Array.from({ length: COLOURS }, (_, colour) => addColour(colour)).flat(),
        moveBy(column, PIXEL_IN),
        moveBy(filter, COLOURS * PANEL),
        moveBy(left, -1),
      ],
      left.get,
    ),
    move(line, rowIn.get),
    moveBy(row, -1),
  ];
  const zero = f32x4.splat(f32x4.const(0));
  /**
   * Multiplies negative values by the slope of their channel, and limits all values to `highest`.
   */
  const activate = (sum: Code, slope: Code): Code =>
    f32x4.pmin(
      f32x4.relaxedMadd(f32x4.pmin(sum, zero), slope, f32x4.pmax(sum, zero)),
      f32x4.splat(highest.get),
    );
  const block: Code[] = [
    // If fewer than five pixels are left, the last block is moved back over the block before it, so
    // that it has five pixels as well.
    when(i32.ltS(missing.get, i32.const(PIXELS)), [
      missing.set(i32.sub(i32.const(PIXELS), missing.get)),
      blockIn.set(i32.sub(blockIn.get, i32.mul(missing.get, i32.const(STRIDE * PIXEL_IN)))),
      blockOut.set(i32.sub(blockOut.get, i32.mul(missing.get, pixelOut.get))),
      missing.set(i32.const(PIXELS)),
    ]),
    ...sums.flatMap((pixel) => pixel.map((sum, i) => sum.set(v128.load(biases.get, 16 * i)))),
    filter.set(i32.add(biases.get, i32.const(2 * PANEL))),
    line.set(blockIn.get),
    row.set(edge.get),
    doWhile(addRow, row.get),
    ...filters.map((vector, i) => vector.set(v128.load(biases.get, PANEL + 16 * i))),
    out.set(blockOut.get),
    ...sums.flatMap((pixel) => [
      ...pixel.map((sum, i) =>
        v128.store(out.get, activate(sum.get, filters[i]?.get ?? []), 16 * i),
      ),
      move(out, pixelOut.get),
    ]),
    moveBy(blockIn, PIXELS * STRIDE * PIXEL_IN),
    move(blockOut, i32.mul(pixelOut.get, i32.const(PIXELS))),
    moveBy(missing, -PIXELS),
  ];
  const ofPanel: Code[] = [
    blockIn.set(input.get),
    blockOut.set(panelOut.get),
    missing.set(columnsOut.get),
    doWhile(block, i32.gtS(missing.get, i32.const(0))),
    // A panel consists of a row of biases, a row of slopes, and the rows of the filter.
    biases.set(filter.get),
    moveBy(panelOut, PANEL),
    moveBy(panel, -1),
  ];
  const ofRow: Code[] = [
    biases.set(packed.get),
    panelOut.set(output.get),
    panel.set(panels.get),
    doWhile(ofPanel, panel.get),
    move(input, i32.mul(rowIn.get, i32.const(STRIDE))),
    move(output, i32.mul(pixelOut.get, columnsOut.get)),
    moveBy(rowsOut, -1),
  ];
  const body: Code[] = [
    rowIn.set(i32.mul(width.get, i32.const(PIXEL_IN))),
    pixelOut.set(i32.mul(panels.get, i32.const(PANEL))),
    doWhile(ofRow, rowsOut.get),
  ];
  return { name: 'convolveColours', variables, parameters, body };
}
