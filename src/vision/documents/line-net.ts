// The network that reads a strip: six convolutions, then the likeliest character at every fourth pixel (CTC). Weights are
// data/line-reader.bin; scripts/line-reader trains and writes them.
import type { GreyPicture } from './grey-picture.ts';
import { reused } from './reused.ts';
import { STRIP_HEIGHT } from './strips.ts';

/** Of machine-readable zones, in the order of the net's outputs; output 0 is none. */
export const ALPHABET = '<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const OUTPUTS = 1 + ALPHABET.length;

/** Outputs, inputs, rows and columns of the filters, and by how much pooling shrinks what comes out. */
const LAYERS = [
  { outputs: 12, inputs: 1, rows: 3, columns: 3, pool: [2, 2] },
  { outputs: 24, inputs: 12, rows: 3, columns: 3, pool: [2, 2] },
  { outputs: 48, inputs: 24, rows: 3, columns: 3, pool: [2, 1] },
  // As high as what is left: one row comes out.
  { outputs: 64, inputs: 48, rows: 4, columns: 3, pool: [1, 1] },
  { outputs: 64, inputs: 64, rows: 1, columns: 5, pool: [1, 1] },
  { outputs: OUTPUTS, inputs: 64, rows: 1, columns: 1, pool: [1, 1] },
] as const;

interface Layer {
  outputs: number;
  inputs: number;
  rows: number;
  columns: number;
  pool: readonly [down: number, across: number];
  /** [output][input][row][column]. */
  weights: Float64Array;
  bias: Float64Array;
}

/** Planes of numbers with empty columns on both sides, so that filters need not look where the edge is. */
interface Planes {
  count: number;
  height: number;
  width: number;
  data: Float64Array;
}

const EDGE = 2;

/** A character that was read, and how likely each was there: logarithms, in the order of ALPHABET. */
export interface ReadCharacter {
  character: string;
  likelihood: number;
  likelihoods: readonly number[];
}

export class LineNet {
  readonly #layers: readonly Layer[];
  /** What filters put out and what pooling leaves, in turn: fresh ones would be 10 MB of garbage a strip. */
  readonly #filtered = new Scratch();
  readonly #pooled = new Scratch();

  /** @param file of data/line-reader.bin @throws RangeError when it has another length */
  constructor(file: ArrayBuffer) {
    const view = new DataView(file);
    let at = 0;
    this.#layers = LAYERS.map((shape) => {
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
    if (at !== file.byteLength) throw new RangeError(`The line reader has ${at} bytes.`);
  }

  /** @param strip 32 px high, evened out @throws RangeError for another height or a width that is no multiple of four */
  read(strip: GreyPicture): ReadCharacter[] {
    if (strip.height !== STRIP_HEIGHT || strip.width % 4 !== 0 || strip.width === 0)
      throw new RangeError(`A strip of ${strip.width} x ${strip.height} px cannot be read.`);
    let planes = planesOf(strip, this.#pooled);
    for (const layer of this.#layers) {
      const isLast = layer.outputs === OUTPUTS;
      planes = convolve(planes, layer, this.#filtered);
      if (!isLast) planes = rectifyAndPool(planes, layer.pool, this.#pooled);
    }
    return decode(planes);
  }
}

/** One set of planes at a time; the next one takes its place. */
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

/** Filters of three rows see an empty row above and below; others only what is there. */
function convolve(input: Planes, layer: Layer, scratch: Scratch): Planes {
  const { outputs, inputs, rows, columns, bias } = layer;
  const above = rows === 3 ? 1 : 0;
  const height = input.height + 2 * above - rows + 1;
  const output = scratch.emptyPlanes(outputs, height, input.width);
  const stride = input.width + 2 * EDGE;
  const filter = inputs * rows * columns;
  for (let o = 0; o < outputs; o += 2)
    for (let y = 0; y < height; y++) {
      const first = (o * height + y) * stride;
      const second = first + height * stride;
      output.data.fill(bias[o] ?? 0, first + EDGE, first + EDGE + input.width);
      output.data.fill(bias[o + 1] ?? 0, second + EDGE, second + EDGE + input.width);
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

/** Two outputs at once: most of the time goes into fetching numbers, and a row is fetched for both. */
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
      const [a, b] = [weights[at + column] ?? 0, weights[at + filter + column] ?? 0];
      for (let x = EDGE; x < stride - EDGE; x++) {
        const value = input[source + x + column - reach] as number;
        output[first + x] = (output[first + x] as number) + a * value;
        output[second + x] = (output[second + x] as number) + b * value;
      }
    }
    return;
  }
  const [a0, a1, a2] = [weights[at] ?? 0, weights[at + 1] ?? 0, weights[at + 2] ?? 0];
  const next = at + filter;
  const [b0, b1, b2] = [weights[next] ?? 0, weights[next + 1] ?? 0, weights[next + 2] ?? 0];
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

/** The likeliest output of every column; the same in a row is one character, unless "none" is between. */
function decode(planes: Planes): ReadCharacter[] {
  const read: ReadCharacter[] = [];
  let last = 0;
  for (let x = 0; x < planes.width; x++) {
    const chosen = likeliestAt(planes, x);
    if (chosen !== 0) {
      const character = characterAt(planes, x, chosen);
      const isSame = chosen === last;
      if (!isSame) read.push(character);
      else if ((read.at(-1)?.likelihood ?? 0) < character.likelihood) read.splice(-1, 1, character);
    }
    last = chosen;
  }
  return read;
}

const scoreAt = ({ width, data }: Planes, x: number, output: number): number =>
  data[output * (width + 2 * EDGE) + EDGE + x] as number;

function likeliestAt(planes: Planes, x: number): number {
  let chosen = 0;
  for (let o = 1; o < OUTPUTS; o++)
    if (scoreAt(planes, x, o) > scoreAt(planes, x, chosen)) chosen = o;
  return chosen;
}

function characterAt(planes: Planes, x: number, chosen: number): ReadCharacter {
  const most = scoreAt(planes, x, chosen);
  let sum = 0;
  for (let o = 0; o < OUTPUTS; o++) sum += Math.exp(scoreAt(planes, x, o) - most);
  const total = most + Math.log(sum);
  const likelihoods = Array.from(ALPHABET, (_, i) => scoreAt(planes, x, i + 1) - total);
  return { character: ALPHABET[chosen - 1] ?? '<', likelihood: most - total, likelihoods };
}
