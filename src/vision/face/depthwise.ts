// A depthwise convolution, computed by our own kernels (D-101), which scripts/kernels generates.

import type { TensorInfo } from '@tensorflow/tfjs-core';
import { PackedFilters, type TensorHeap } from './packed-filters.ts';

/** Edge length of the filter. */
const EDGE = 3;
/** The number of channels that the kernel processes together. */
const CHANNELS = 4;

/**
 * The kernel's signature. Addresses are byte offsets into the wasm memory; a group has four
 * channels.
 */
type Convolve = (
  input: number,
  height: number,
  width: number,
  groups: number,
  packed: number,
  output: number,
  rowsOut: number,
  columnsOut: number,
  lowest: number,
  highest: number,
) => void;

/**
 * The convolution of a map [1, height, width, channels] with a filter [3, 3, channels, 1], plus a
 * bias per channel, clamped to the range from `lowest` to `highest`. The map is padded with zeros,
 * so the size of the result is the map's size divided by the stride, rounded up.
 */
export interface DepthwiseConvolution {
  map: TensorInfo;
  filter: TensorInfo;
  bias: TensorInfo | undefined;
  stride: 1 | 2;
  lowest: number;
  highest: number;
}

export class Depthwise {
  readonly #heap: TensorHeap;
  readonly #convolve: Record<1 | 2, Convolve>;
  readonly #filters: PackedFilters;

  /**
   * @param module face-kernels.wasm, compiled by the caller
   * @throws WebAssembly.LinkError for any other module
   */
  constructor(module: WebAssembly.Module, heap: TensorHeap) {
    const { memory } = heap.wasm;
    const { exports } = new WebAssembly.Instance(module, { tfjs: { memory } });
    this.#convolve = { 1: exports['convolve1'] as Convolve, 2: exports['convolve2'] as Convolve };
    this.#heap = heap;
    this.#filters = new PackedFilters(heap);
  }

  static takes({ map, filter }: DepthwiseConvolution): boolean {
    const [batch, height = 0, width = 0, channels = 0] = map.shape;
    const [down, across, , multiplier] = filter.shape;
    const isPlain = down === EDGE && across === EDGE && multiplier === 1;
    return batch === 1 && height > 0 && width > 0 && channels % CHANNELS === 0 && isPlain;
  }

  /** Reads a filter and its bias on their first use only; a packed copy stays in the heap. */
  run({ map, filter, bias, stride, lowest, highest }: DepthwiseConvolution): TensorInfo {
    const [, height = 0, width = 0, channels = 0] = map.shape;
    const [rowsOut, columnsOut] = [Math.ceil(height / stride), Math.ceil(width / stride)];
    const packed = this.#filters.addressOf(filter, bias, packFilter);
    const output = this.#heap.makeOutput([1, rowsOut, columnsOut, channels], 'float32');
    this.#convolve[stride](
      this.#addressOf(map),
      height,
      width,
      channels / CHANNELS,
      packed,
      this.#addressOf(output),
      rowsOut,
      columnsOut,
      lowest,
      highest,
    );
    return output;
  }

  #addressOf({ dataId }: TensorInfo): number {
    return this.#heap.dataIdMap.get(dataId).memoryOffset;
  }
}

/**
 * Packs values in the order that the kernel reads them: a bias per channel; then, for each row of
 * the filter and each group of four channels, the values of the three columns; then a row of zeros
 * for the padding above and below the map.
 */
function packFilter(filter: ArrayLike<number>, bias: ArrayLike<number> | undefined): Float32Array {
  const channels = filter.length / EDGE ** 2;
  const packed = new Float32Array(channels * (1 + EDGE * (EDGE + 1)));
  for (let channel = 0; channel < channels; channel++) {
    packed[channel] = bias?.[channel] ?? 0;
    const inGroup = channel % CHANNELS;
    const before = (channel - inGroup) * EDGE + inGroup;
    for (let row = 0; row < EDGE; row++)
      for (let column = 0; column < EDGE; column++)
        packed[channels * (1 + EDGE * row) + before + CHANNELS * column] =
          filter[(EDGE * row + column) * channels + channel] ?? 0;
  }
  return packed;
}
