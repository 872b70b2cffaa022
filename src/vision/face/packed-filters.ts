// The interface through which our own kernels (D-101) use the wasm backend, and the packed copies
// of filters that they read.

import type { TensorInfo } from '@tensorflow/tfjs-core';

/** The part of the wasm backend that kernels use. */
export interface TensorHeap {
  wasm: { memory: WebAssembly.Memory };
  dataIdMap: { get(dataId: object): { memoryOffset: number } };
  write(values: Float32Array, shape: number[], dtype: 'float32'): object;
  makeOutput(shape: number[], dtype: 'float32'): TensorInfo;
  disposeData(dataId: object): boolean;
  typedArrayFromHeap(tensor: TensorInfo): ArrayLike<number>;
}

/**
 * Copies of filters, each in the order that its kernel reads it. They are kept for as long as the
 * backend runs.
 */
export class PackedFilters {
  readonly #heap: TensorHeap;
  readonly #packed = new WeakMap<object, object>();

  constructor(heap: TensorHeap) {
    this.#heap = heap;
  }

  /**
   * Packs the filter and bias on the first call; later calls return the same copy.
   * @returns the address of the copy, in bytes
   */
  addressOf(
    filter: TensorInfo,
    bias: TensorInfo | undefined,
    pack: (filter: ArrayLike<number>, bias: ArrayLike<number> | undefined) => Float32Array,
  ): number {
    let dataId = this.#packed.get(filter.dataId);
    if (!dataId) {
      const values = this.#heap.typedArrayFromHeap(filter);
      const packed = pack(values, bias && this.#heap.typedArrayFromHeap(bias));
      dataId = this.#heap.write(packed, [packed.length], 'float32');
      this.#packed.set(filter.dataId, dataId);
    }
    return this.#heap.dataIdMap.get(dataId).memoryOffset;
  }
}
