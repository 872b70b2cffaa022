// A heap of tensors with known values, for testing kernels.
import type { TensorHeap } from '../../../src/vision/face/packed-filters.ts';

const UNTOUCHED = 1234;

interface HeapTensor {
  dataId: object;
  shape: number[];
  dtype: 'float32';
  values: Float32Array;
}

interface Place {
  memoryOffset: number;
  length: number;
}

/**
 * A stand-in for the part of the wasm backend that our own kernels use (D-101). In memory, each
 * tensor immediately follows the previous one. Unused memory is filled with one value, so that a
 * test notices a write past the end of the last tensor.
 */
export class TestHeap implements TensorHeap {
  readonly wasm = { memory: new WebAssembly.Memory({ initial: 4 }) };
  readonly #places = new WeakMap<object, Place>();
  readonly dataIdMap = { get: (dataId: object): Place => this.#places.get(dataId)! };
  #end = 0;

  constructor() {
    new Float32Array(this.wasm.memory.buffer).fill(UNTOUCHED);
  }

  fill(length: number, value: (index: number) => number): HeapTensor {
    const tensor = this.makeOutput([length], 'float32');
    const values = this.typedArrayFromHeap(tensor);
    values.set(Float32Array.from({ length }, (_, i) => value(i)));
    return { ...tensor, values };
  }

  write(values: Float32Array, shape: number[]): object {
    const tensor = this.makeOutput(shape, 'float32');
    this.typedArrayFromHeap(tensor).set(values);
    return tensor.dataId;
  }

  makeOutput(shape: number[], dtype: 'float32') {
    const dataId = {};
    const length = shape.reduce((product, edge) => product * edge, 1);
    this.#places.set(dataId, { memoryOffset: this.#end, length });
    this.#end += 4 * length;
    return { dataId, shape, dtype };
  }

  /** Frees nothing: memory is never reused, so each tensor keeps its address. */
  disposeData(): boolean {
    return true;
  }

  typedArrayFromHeap({ dataId }: { dataId: object }): Float32Array<ArrayBuffer> {
    const { memoryOffset, length } = this.dataIdMap.get(dataId);
    return new Float32Array(this.wasm.memory.buffer, memoryOffset, length);
  }

  isUntouchedBehind({ byteOffset, length }: Float32Array): boolean {
    const rest = new Float32Array(this.wasm.memory.buffer, byteOffset + 4 * length);
    return rest.every((value) => value === UNTOUCHED);
  }
}
