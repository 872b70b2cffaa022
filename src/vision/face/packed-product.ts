// A matrix product, computed by our own kernel (D-101), which scripts/kernels generates. The kernel
// shares the memory of tfjs's wasm module and works directly on its tensors.

import type { TensorInfo } from '@tensorflow/tfjs-core';
import { PackedFilters, type TensorHeap } from './packed-filters.ts';

/** The number of columns in a panel, the unit in which a packed filter is stored. */
const COLUMNS = 8;
/**
 * The minimum number of rows that the kernel accepts, and the number of steps along the inner
 * dimension that it takes at a time.
 */
const MIN_ROWS = 5;
const INNER_STEPS = 4;

/** The kernel's signature. Addresses are byte offsets into the wasm memory. */
type Multiply = (
  input: number,
  rows: number,
  inner: number,
  packed: number,
  panels: number,
  output: number,
  lowest: number,
  highest: number,
) => void;

/**
 * The product of a matrix [rows, inner] and a filter [inner, columns], plus a bias per column,
 * clamped to the range from `lowest` to `highest`.
 */
export interface Product {
  matrix: TensorInfo;
  filter: TensorInfo;
  bias: TensorInfo | undefined;
  rows: number;
  inner: number;
  columns: number;
  lowest: number;
  highest: number;
  /** The shape of the result, which has rows times columns values. */
  shape: number[];
}

export class PackedProduct {
  readonly #heap: TensorHeap;
  readonly #multiply: Multiply;
  readonly #filters: PackedFilters;

  /**
   * @param module face-kernels.wasm, compiled by the caller
   * @throws WebAssembly.LinkError for any other module
   */
  constructor(module: WebAssembly.Module, heap: TensorHeap) {
    const { memory } = heap.wasm;
    const { exports } = new WebAssembly.Instance(module, { tfjs: { memory } });
    this.#multiply = exports['multiply'] as Multiply;
    this.#heap = heap;
    this.#filters = new PackedFilters(heap);
  }

  static takes({ rows, inner, columns }: Product): boolean {
    return rows >= MIN_ROWS && inner % INNER_STEPS === 0 && columns % COLUMNS === 0;
  }

  /** Reads a filter and its bias on their first use only; a packed copy stays in the heap. */
  run({ matrix, filter, bias, rows, inner, columns, lowest, highest, shape }: Product): TensorInfo {
    const packed = this.#filters.addressOf(filter, bias, (values, biases) =>
      packFilter(values, biases, inner, columns),
    );
    const output = this.#heap.makeOutput(shape, 'float32');
    this.#multiply(
      this.#addressOf(matrix),
      rows,
      inner,
      packed,
      columns / COLUMNS,
      this.#addressOf(output),
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
 * Packs values in the order that the kernel reads them: for each group of eight columns, the biases
 * followed by the rows of the filter.
 */
function packFilter(
  filter: ArrayLike<number>,
  bias: ArrayLike<number> | undefined,
  inner: number,
  columns: number,
): Float32Array {
  const packed = new Float32Array((inner + 1) * columns);
  let at = 0;
  // Plain loops, because there are three million values.
  for (let first = 0; first < columns; first += COLUMNS) {
    for (let i = 0; i < COLUMNS; i++) packed[at++] = bias?.[first + i] ?? 0;
    for (let row = 0; row < inner; row++)
      for (let i = 0; i < COLUMNS; i++) packed[at++] = filter[row * columns + first + i] ?? 0;
  }
  return packed;
}
