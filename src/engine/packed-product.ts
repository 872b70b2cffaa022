// A product of matrices by a kernel of our own (D-101), which runs in the memory of tfjs's wasm, on tensors where they lie.
// scripts/kernels writes it.

import type { TensorInfo } from '@tensorflow/tfjs-core';

/** So many columns of the result are beside each other in a packed filter. */
const COLUMNS = 8;
/** What the kernel takes at least, and how many inner steps at a time. */
const MIN_ROWS = 4;
const INNER_STEPS = 4;

/** Addresses are bytes in the memory. */
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

/** What it uses of the wasm backend. */
export interface ProductBackend {
  wasm: { memory: WebAssembly.Memory };
  dataIdMap: { get(dataId: object): { memoryOffset: number } };
  write(values: Float32Array, shape: number[], dtype: 'float32'): object;
  makeOutput(shape: number[], dtype: 'float32'): TensorInfo;
  typedArrayFromHeap(tensor: TensorInfo): ArrayLike<number>;
}

/** A matrix [rows, inner], times a filter [inner, columns], plus a bias for each column, clamped. */
export interface Product {
  matrix: TensorInfo;
  filter: TensorInfo;
  bias: TensorInfo | undefined;
  rows: number;
  inner: number;
  columns: number;
  lowest: number;
  highest: number;
  /** Of the result, rows times columns. */
  shape: number[];
}

export class PackedProduct {
  readonly #backend: ProductBackend;
  readonly #multiply: Multiply;
  readonly #packed = new WeakMap<object, object>();

  /**
   * @param module packed-product.wasm, compiled by the caller
   * @throws WebAssembly.LinkError for another module
   */
  constructor(module: WebAssembly.Module, backend: ProductBackend) {
    const { memory } = backend.wasm;
    const { exports } = new WebAssembly.Instance(module, { tfjs: { memory } });
    this.#multiply = exports['multiply'] as Multiply;
    this.#backend = backend;
  }

  static takes({ rows, inner, columns }: Product): boolean {
    return rows >= MIN_ROWS && inner % INNER_STEPS === 0 && columns % COLUMNS === 0;
  }

  /** The filter and its bias are read the first time only, and a copy of them stays in the heap. */
  run(product: Product): TensorInfo {
    const { matrix, rows, inner, columns, lowest, highest, shape } = product;
    const packed = this.#packedFilter(product);
    const output = this.#backend.makeOutput(shape, 'float32');
    this.#multiply(
      this.#addressOf(matrix.dataId),
      rows,
      inner,
      this.#addressOf(packed),
      columns / COLUMNS,
      this.#addressOf(output.dataId),
      lowest,
      highest,
    );
    return output;
  }

  #packedFilter({ filter, bias, inner, columns }: Product): object {
    const known = this.#packed.get(filter.dataId);
    if (known) return known;
    const values = this.#backend.typedArrayFromHeap(filter);
    const biases = bias && this.#backend.typedArrayFromHeap(bias);
    const packed = packFilter(values, biases, inner, columns);
    const dataId = this.#backend.write(packed, [packed.length], 'float32');
    this.#packed.set(filter.dataId, dataId);
    return dataId;
  }

  #addressOf(dataId: object): number {
    return this.#backend.dataIdMap.get(dataId).memoryOffset;
  }
}

/** In the order in which the kernel reads them: for every eight columns their biases, then the rows of the filter. */
function packFilter(
  filter: ArrayLike<number>,
  bias: ArrayLike<number> | undefined,
  inner: number,
  columns: number,
): Float32Array {
  const packed = new Float32Array((inner + 1) * columns);
  let at = 0;
  // Plain loops: there are three million values.
  for (let first = 0; first < columns; first += COLUMNS) {
    for (let i = 0; i < COLUMNS; i++) packed[at++] = bias?.[first + i] ?? 0;
    for (let row = 0; row < inner; row++)
      for (let i = 0; i < COLUMNS; i++) packed[at++] = filter[row * columns + first + i] ?? 0;
  }
  return packed;
}
