// The tfjs backend on the wasm runtime: manages tensors in the wasm heap. It replaces the package's
// BackendWasm class, whose module also imports the threaded runtime. Kernels use `wasm`,
// `dataIdMap`, `makeOutput` and `typedArrayFromHeap` (tfjs-backend-wasm 4.22.0,
// dist/backend_wasm.js).

import {
  type backend_util,
  type DataId,
  type DataType,
  backend as currentBackend,
  type KernelConfig,
  KernelBackend,
  ready,
  registerBackend,
  setBackend,
  type Tensor,
  type TensorInfo,
  util,
} from '@tensorflow/tfjs-core';
import { registerKernels } from './kernels.ts';
import { startRuntime, type WasmRuntime } from './wasm-runtime.ts';

/**
 * The record of a tensor. The record itself serves as tfjs's `DataId`, which tfjs only passes
 * through.
 */
interface StoredTensor {
  id: number;
  memoryOffset: number;
  shape: number[];
  dtype: DataType;
  refCount: number;
}

type Values = backend_util.BackendValues | null;
type HeapArray = Float32Array | Int32Array | Uint8Array;

class WasmBackend extends KernelBackend {
  readonly wasm: WasmRuntime;
  readonly dataIdMap = { get: (dataId: DataId): StoredTensor => dataId as StoredTensor };
  readonly #register: (...values: number[]) => number;
  readonly #unregister: (...values: number[]) => number;
  #nextId = 1;
  #count = 0;

  constructor(wasm: WasmRuntime) {
    super();
    this.wasm = wasm;
    this.#register = wasm.cwrap('register_tensor', null, ['number', 'number', 'number']);
    this.#unregister = wasm.cwrap('dispose_data', null, ['number']);
    wasm.cwrap('init_with_threads_count', null, ['number'])(1);
  }

  override write(values: Values, shape: number[], dtype: DataType): DataId {
    if (Array.isArray(values)) throw new TypeError('The engine does not support string tensors.');
    const id = this.#nextId++;
    const size = util.sizeFromShape(shape);
    const bytes = size * util.bytesPerElement(dtype);
    // Heap offsets are unsigned; emscripten returns them as signed integers.
    const memoryOffset = this.wasm['_malloc'](bytes) >>> 0;
    this.#register(id, size, memoryOffset);
    if (values) {
      this.wasm.HEAPU8.set(new Uint8Array(values.buffer, values.byteOffset, bytes), memoryOffset);
    }
    this.#count++;
    return { id, memoryOffset, shape, dtype, refCount: 1 } satisfies StoredTensor;
  }

  override readSync(dataId: DataId): HeapArray {
    return this.typedArrayFromHeap({ dataId, ...this.dataIdMap.get(dataId) }).slice();
  }

  override read(dataId: DataId): Promise<HeapArray> {
    return Promise.resolve(this.readSync(dataId));
  }

  override disposeData(dataId: DataId, force = false): boolean {
    const stored = this.dataIdMap.get(dataId);
    if (stored.refCount === 0) return true;
    stored.refCount--;
    if (!force && stored.refCount > 0) return false;
    stored.refCount = 0;
    this.wasm['_free'](stored.memoryOffset);
    this.#unregister(stored.id);
    this.#count--;
    return true;
  }

  override refCount(dataId: DataId): number {
    return this.dataIdMap.get(dataId).refCount;
  }

  override incRef(dataId: DataId): void {
    this.dataIdMap.get(dataId).refCount++;
  }

  override numDataIds(): number {
    return this.#count;
  }

  override floatPrecision(): 32 {
    return 32;
  }

  override memory(): { unreliable: boolean } {
    return { unreliable: false };
  }

  freeValues(dataId: DataId): void {
    this.wasm['_free'](this.dataIdMap.get(dataId).memoryOffset);
  }

  makeOutput(shape: number[], dtype: DataType): TensorInfo {
    return { dataId: this.write(null, shape, dtype), shape, dtype };
  }

  /** @returns a view, valid until the heap grows */
  typedArrayFromHeap({ dataId, shape, dtype }: TensorInfo): HeapArray {
    const { memoryOffset } = this.dataIdMap.get(dataId);
    const { buffer } = this.wasm.HEAPU8;
    const size = util.sizeFromShape(shape);
    if (dtype === 'float32') return new Float32Array(buffer, memoryOffset, size);
    if (dtype === 'int32') return new Int32Array(buffer, memoryOffset, size);
    if (dtype === 'bool') return new Uint8Array(buffer, memoryOffset, size);
    throw new TypeError(`The engine does not support tensors of type ${dtype}.`);
  }
}

interface RunningBackend {
  /** Size of the wasm heap; it never shrinks. */
  heapBytes(): number;
}

interface Options {
  /** Initial heap size; the default fits the page's three networks. */
  initialBytes?: number;
  /** Kernels in addition to the kernels of the page's networks. */
  kernels?: readonly KernelConfig[];
}

let running: Promise<RunningBackend> | undefined;

/**
 * Sets wasm as the tfjs backend of this isolate, page or process; later calls return the first
 * backend.
 * @param module tfjs-backend-wasm-simd.wasm of the installed tfjs version, compiled by the caller
 * @throws when the module does not fit the installed tfjs version
 */
export function startWasmBackend(
  module: WebAssembly.Module,
  { initialBytes = 40 * 1024 * 1024, kernels = [] }: Options = {},
): Promise<RunningBackend> {
  running ??= start(module, initialBytes, kernels).catch((cause: unknown) => {
    running = undefined;
    throw cause;
  });
  return running;
}

/**
 * Returns a filter's memory to the heap: once a convolution has run, it keeps its own copy of the
 * filter and never reads the tensor again. The filter must not be read or disposed after this, nor
 * used with different strides or padding.
 */
export function freeUsedFilter(filter: Tensor): void {
  const backend = currentBackend();
  if (backend instanceof WasmBackend) backend.freeValues(filter.dataId);
}

/** @param read receives a view of the tensor's values, which must not be kept */
export function readInPlace<Read>(tensor: TensorInfo, read: (values: Float32Array) => Read): Read {
  const backend = currentBackend();
  const isOurs = backend instanceof WasmBackend;
  const values = isOurs ? backend.typedArrayFromHeap(tensor) : backend.readSync(tensor.dataId);
  return read(values as Float32Array);
}

/** Frees a tensor after overwriting its values with zeros. */
export function eraseTensor(tensor: TensorInfo): void {
  const backend = currentBackend();
  if (backend instanceof WasmBackend) backend.typedArrayFromHeap(tensor).fill(0);
  backend.disposeData(tensor.dataId);
}

async function start(
  module: WebAssembly.Module,
  initialBytes: number,
  kernels: readonly KernelConfig[],
): Promise<RunningBackend> {
  const wasm = await startRuntime(module, initialBytes);
  registerKernels(kernels);
  registerBackend('wasm', () => new WasmBackend(wasm));
  await setBackend('wasm');
  await ready();
  return { heapBytes: () => wasm.HEAPU8.buffer.byteLength };
}
