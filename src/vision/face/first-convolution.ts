// The first convolution of a network, over three colour channels, computed by our own kernel
// (D-101), which scripts/kernels generates.

import type { TensorInfo } from '@tensorflow/tfjs-core';
import { PackedFilters, type TensorHeap } from './packed-filters.ts';

const COLOURS = 3;
const STRIDE = 2;
/** The number of result channels that are adjacent in a packed filter. */
const CHANNELS = 8;
/** The minimum number of result columns that the kernel accepts. */
const MIN_COLUMNS = 5;

/**
 * The kernel's signature. Addresses are byte offsets into the wasm memory; `width` and `edge` are
 * in pixels; a panel has eight channels.
 */
type Convolve = (
  input: number,
  width: number,
  edge: number,
  packed: number,
  panels: number,
  output: number,
  rowsOut: number,
  columnsOut: number,
  highest: number,
) => void;

/**
 * The convolution of a map [1, height, width, 3] with a filter [edge, edge, 3, channels], plus a
 * bias per channel. The map is padded with zeros, so the result has half the map's size, rounded
 * up.
 */
export interface ColourConvolution {
  map: TensorInfo;
  filter: TensorInfo;
  bias: TensorInfo | undefined;
  /** Factor for values below zero: one for all channels, or one per channel. */
  slope: number | TensorInfo;
  /** The upper bound of the result; none by default. */
  highest?: number;
}

export class FirstConvolution {
  readonly #heap: TensorHeap;
  readonly #convolve: Convolve;
  readonly #filters: PackedFilters;

  /**
   * @param module face-kernels.wasm, compiled by the caller
   * @throws WebAssembly.LinkError for any other module
   */
  constructor(module: WebAssembly.Module, heap: TensorHeap) {
    const { memory } = heap.wasm;
    const { exports } = new WebAssembly.Instance(module, { tfjs: { memory } });
    this.#convolve = exports['convolveColours'] as Convolve;
    this.#heap = heap;
    this.#filters = new PackedFilters(heap);
  }

  static takes({ map, filter, slope }: ColourConvolution): boolean {
    const [batch, height = 0, width = 0, colours] = map.shape;
    const [down = 0, across, , channels = 0] = filter.shape;
    const isSquare = down === across && down >= STRIDE;
    const isWide = height > 0 && Math.ceil(width / STRIDE) >= MIN_COLUMNS;
    const hasSlopes = typeof slope === 'number' || slope.shape.at(-1) === channels;
    return (
      batch === 1 &&
      colours === COLOURS &&
      isSquare &&
      isWide &&
      hasSlopes &&
      channels % CHANNELS === 0
    );
  }

  /**
   * Reads a filter, its bias and slopes on their first use only; a packed copy stays in the heap.
   */
  run({ map, filter, bias, slope, highest = Infinity }: ColourConvolution): TensorInfo {
    const [, height = 0, width = 0] = map.shape;
    const [edge = 0, , , channels = 0] = filter.shape;
    const packed = this.#filters.addressOf(filter, bias, (values, biases) =>
      packFilter(values, biases, this.#slopesOf(slope, channels)),
    );
    const bordered = this.#withBorder(map, edge);
    const [rowsOut, columnsOut] = [Math.ceil(height / STRIDE), Math.ceil(width / STRIDE)];
    const output = this.#heap.makeOutput([1, rowsOut, columnsOut, channels], 'float32');
    this.#convolve(
      this.#addressOf(bordered),
      bordered.shape[1] ?? 0,
      edge,
      packed,
      channels / CHANNELS,
      this.#addressOf(output),
      rowsOut,
      columnsOut,
      highest,
    );
    this.#heap.disposeData(bordered.dataId);
    return output;
  }

  /** @returns the padded map, [rows, columns, 3] */
  #withBorder(map: TensorInfo, edge: number): TensorInfo {
    const [, height = 0, width = 0] = map.shape;
    const [rows, top] = bordered(height, edge);
    const [columns, left] = bordered(width, edge);
    const result = this.#heap.makeOutput([rows, columns, COLOURS], 'float32');
    const [from, to] = [this.#addressOf(map) / 4, this.#addressOf(result) / 4];
    const values = new Float32Array(this.#heap.wasm.memory.buffer);
    const [lineIn, lineOut] = [width * COLOURS, columns * COLOURS];
    // The padding after one line and the padding before the next are contiguous, so one fill covers
    // both.
    let done = to;
    for (let y = 0; y < height; y++) {
      const at = to + (top + y) * lineOut + left * COLOURS;
      values.fill(0, done, at);
      values.copyWithin(at, from + y * lineIn, from + (y + 1) * lineIn);
      done = at + lineIn;
    }
    values.fill(0, done, to + rows * lineOut);
    return result;
  }

  #slopesOf(slope: number | TensorInfo, channels: number): ArrayLike<number> {
    if (typeof slope === 'number') return Array.from({ length: channels }, () => slope);
    return this.#heap.typedArrayFromHeap(slope);
  }

  #addressOf({ dataId }: TensorInfo): number {
    return this.#heap.dataIdMap.get(dataId).memoryOffset;
  }
}

/**
 * @returns the length with padding, and the padding before the map, which is the smaller half if
 *   the padding is odd
 */
function bordered(length: number, edge: number): [whole: number, before: number] {
  const whole = Math.max(length, (Math.ceil(length / STRIDE) - 1) * STRIDE + edge);
  return [whole, Math.floor((whole - length) / 2)];
}

/**
 * Packs values in the order that the kernel reads them: for each group of eight channels, the
 * biases, the slopes, and the rows of the filter.
 */
function packFilter(
  filter: ArrayLike<number>,
  bias: ArrayLike<number> | undefined,
  slopes: ArrayLike<number>,
): Float32Array {
  const channels = slopes.length;
  const rows = filter.length / channels;
  const packed: number[] = [];
  for (let first = 0; first < channels; first += CHANNELS) {
    const panel = Array.from({ length: CHANNELS }, (_, i) => first + i);
    packed.push(...panel.map((channel) => bias?.[channel] ?? 0));
    packed.push(...panel.map((channel) => slopes[channel] ?? 0));
    for (let row = 0; row < rows; row++)
      packed.push(...panel.map((channel) => filter[row * channels + channel] ?? 0));
  }
  return Float32Array.from(packed);
}
