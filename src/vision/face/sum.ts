// The sum of two feature maps, computed by our own kernel (D-101), which scripts/kernels generates.

import { type TensorInfo, util } from '@tensorflow/tfjs-core';
import type { TensorHeap } from './packed-filters.ts';

/** The number of values that the kernel processes together. */
const VALUES = 4;

/** The exported kernel. Addresses are byte offsets into the wasm memory. */
type Add = (one: number, other: number, output: number, vectors: number) => void;

export interface Addends {
  one: TensorInfo;
  other: TensorInfo;
}

export class Sum {
  readonly #heap: TensorHeap;
  readonly #add: Add;

  /**
   * @param module face-kernels.wasm, compiled by the caller
   * @throws WebAssembly.LinkError for any other module
   */
  constructor(module: WebAssembly.Module, heap: TensorHeap) {
    const { memory } = heap.wasm;
    const { exports } = new WebAssembly.Instance(module, { tfjs: { memory } });
    this.#add = exports['add'] as Add;
    this.#heap = heap;
  }

  /** Whether the kernel can add these two feature maps, which must have the same shape. */
  static takes({ one, other }: Addends): boolean {
    const isSame = util.arraysEqual(one.shape, other.shape);
    const size = util.sizeFromShape(one.shape);
    return isSame && size > 0 && size % VALUES === 0 && one.dtype === 'float32';
  }

  run({ one, other }: Addends): TensorInfo {
    const output = this.#heap.makeOutput(one.shape, 'float32');
    const vectors = util.sizeFromShape(one.shape) / VALUES;
    this.#add(this.#addressOf(one), this.#addressOf(other), this.#addressOf(output), vectors);
    return output;
  }

  #addressOf({ dataId }: TensorInfo): number {
    return this.#heap.dataIdMap.get(dataId).memoryOffset;
  }
}
