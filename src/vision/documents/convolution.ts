// Runs a small convolutional network on a strip of a picture. Its weights are in one file. For each
// layer, the file contains a scale and a bias for each output as 32-bit floats, then the weights as
// signed bytes [output][input][row][column], padded to a multiple of four
// (scripts/line-reader/export.py).
import type { GreyPicture } from './grey-picture.ts';
import { reused } from './reused.ts';

/**
 * The outputs, inputs, rows and columns of a layer's filters, and the factors by which pooling
 * shrinks the output.
 */
export interface LayerShape {
  /** The number of outputs, which must be even. */
  outputs: number;
  inputs: number;
  rows: number;
  columns: number;
  pool: readonly [down: number, across: number];
  /**
   * Whether the filter is as high as its input and the input is not padded, so that the output is a
   * single row. For any other filter of three rows, the input is padded with an empty row above and
   * below.
   */
  isWhole?: true;
}

interface Layer extends LayerShape {
  /** The weights as [output][input][row][column]. */
  weights: Float64Array;
  bias: Float64Array;
}

/** Planes of numbers with empty columns on both sides, so that filters need no bounds checks. */
export interface Planes {
  count: number;
  height: number;
  width: number;
  data: Float64Array;
}

const EDGE = 2;

export const scoreAt = ({ width, data }: Planes, x: number, output: number): number =>
  data[output * (width + 2 * EDGE) + EDGE + x] as number;

export class ConvolutionNet {
  readonly #layers: readonly Layer[];
  /**
   * Buffers for filtered and pooled planes, used in turn: allocating new buffers would create 10 MB
   * of garbage per strip.
   */
  readonly #filtered = new Scratch();
  readonly #pooled = new Scratch();

  /**
   * @throws RangeError when the file's length does not match the layers (if the file is too short,
   *   `DataView` throws it)
   */
  constructor(file: ArrayBuffer, shapes: readonly LayerShape[]) {
    const view = new DataView(file);
    let at = 0;
    this.#layers = shapes.map((shape) => {
      const { outputs, inputs, rows, columns } = shape;
      const size = inputs * rows * columns;
      const float = (i: number): number => view.getFloat32(at + 4 * i, true);
      const scales = Float64Array.from({ length: outputs }, (_, i) => float(i));
      const bias = Float64Array.from({ length: outputs }, (_, i) => float(outputs + i));
      const steps = at + 8 * outputs;
      const weights = Float64Array.from(
        { length: outputs * size },
        (_, i) => view.getInt8(steps + i) * (scales[Math.floor(i / size)] ?? 0),
      );
      at = steps + outputs * size;
      at += -at & 3;
      return { ...shape, weights, bias };
    });
    if (at !== file.byteLength) throw new RangeError('The file of the network is truncated.');
  }

  /** @returns the output of the last layer, valid until the next run */
  run(strip: GreyPicture): Planes {
    let planes = planesOf(strip, this.#pooled);
    for (const layer of this.#layers) {
      const isLast = layer === this.#layers.at(-1);
      planes = convolve(planes, layer, this.#filtered);
      if (!isLast) planes = rectifyAndPool(planes, layer.pool, this.#pooled);
    }
    return planes;
  }
}

/** A buffer for planes; each use overwrites the previous content. */
class Scratch {
  readonly #numbers = reused((length) => new Float64Array(length));

  emptyPlanes(count: number, height: number, width: number): Planes {
    const length = count * height * (width + 2 * EDGE);
    return { count, height, width, data: this.#numbers(length).subarray(0, length).fill(0) };
  }
}

function planesOf({ data, width, height }: GreyPicture, scratch: Scratch): Planes {
  const planes = scratch.emptyPlanes(1, height, width);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      planes.data[y * (width + 2 * EDGE) + EDGE + x] = (data[y * width + x] ?? 0) / 255;
  return planes;
}

function convolve(input: Planes, layer: Layer, scratch: Scratch): Planes {
  const { outputs, inputs, rows, columns, bias } = layer;
  const above = rows === 3 && layer.isWhole !== true ? 1 : 0;
  const height = input.height + 2 * above - rows + 1;
  const output = scratch.emptyPlanes(outputs, height, input.width);
  const stride = input.width + 2 * EDGE;
  const filter = inputs * rows * columns;
  for (let o = 0; o < outputs; o += 2)
    for (let y = 0; y < height; y++) {
      const first = (o * height + y) * stride;
      const second = first + height * stride;
      output.data.fill(bias[o] as number, first + EDGE, first + EDGE + input.width);
      output.data.fill(bias[o + 1] as number, second + EDGE, second + EDGE + input.width);
      for (let i = 0; i < inputs; i++)
        for (let row = 0; row < rows; row++) {
          const from = y + row - above;
          if (from < 0 || from >= input.height) continue;
          const source = (i * input.height + from) * stride;
          const at = o * filter + (i * rows + row) * columns;
          addRow(output.data, first, second, input.data, source, stride, layer, at);
        }
    }
  return output;
}

/**
 * Adds an input row to two outputs at once: most of the time is spent on loading numbers, and this
 * way each row is loaded once for both outputs.
 */
function addRow(
  output: Float64Array,
  first: number,
  second: number,
  input: Float64Array,
  source: number,
  stride: number,
  { inputs, rows, columns, weights }: Layer,
  at: number,
): void {
  const filter = inputs * rows * columns;
  const reach = (columns - 1) / 2;
  if (columns !== 3) {
    for (let column = 0; column < columns; column++) {
      const [a, b] = [weights[at + column] as number, weights[at + filter + column] as number];
      for (let x = EDGE; x < stride - EDGE; x++) {
        const value = input[source + x + column - reach] as number;
        output[first + x] = (output[first + x] as number) + a * value;
        output[second + x] = (output[second + x] as number) + b * value;
      }
    }
    return;
  }
  const [a0, a1, a2] = [
    weights[at] as number,
    weights[at + 1] as number,
    weights[at + 2] as number,
  ];
  const next = at + filter;
  const [b0, b1, b2] = [
    weights[next] as number,
    weights[next + 1] as number,
    weights[next + 2] as number,
  ];
  let [left, here] = [input[source + EDGE - 1] as number, input[source + EDGE] as number];
  for (let x = EDGE; x < stride - EDGE; x++) {
    const right = input[source + x + 1] as number;
    output[first + x] = (output[first + x] as number) + a0 * left + a1 * here + a2 * right;
    output[second + x] = (output[second + x] as number) + b0 * left + b1 * here + b2 * right;
    left = here;
    here = right;
  }
}

function rectifyAndPool(
  input: Planes,
  [down, across]: readonly [number, number],
  scratch: Scratch,
): Planes {
  const height = input.height / down;
  const width = input.width / across;
  const output = scratch.emptyPlanes(input.count, height, width);
  const [from, to] = [input.width + 2 * EDGE, width + 2 * EDGE];
  for (let row = 0; row < input.count * height; row++)
    for (let x = 0; x < width; x++) {
      let most = 0;
      for (let dy = 0; dy < down; dy++)
        for (let dx = 0; dx < across; dx++)
          most = Math.max(most, input.data[(row * down + dy) * from + EDGE + x * across + dx] ?? 0);
      output.data[row * to + EDGE + x] = most;
    }
  return output;
}
