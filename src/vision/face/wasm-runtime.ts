// Starts the emscripten runtime of tfjs-backend-wasm on an already compiled module. The package's
// own init() fetches and compiles the module, which workerd forbids and a page's Web Worker need
// not repeat.

import createRuntime from '@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm.js';

const PAGE_BYTES = 65_536;

/** The part of the emscripten module that the backend and the tfjs kernels use. */
export interface WasmRuntime {
  HEAPU8: Uint8Array;
  memory: WebAssembly.Memory;
  _malloc(bytes: number): number;
  _free(offset: number): void;
  cwrap(name: string, returns: 'number' | null, takes: 'number'[]): (...values: number[]) => number;
}

/**
 * @param module tfjs-backend-wasm-simd.wasm of the installed version (SIMD, one thread)
 * @param initialBytes initial heap size; emscripten's growth overshoots by 20 % each time
 * @throws when the module is of a different version: its imports or exports do not match
 */
export async function startRuntime(
  module: WebAssembly.Module,
  initialBytes: number,
): Promise<WasmRuntime> {
  let exports: WebAssembly.Exports = {};
  const runtime: unknown = await withoutProcess(() =>
    createRuntime({
      locateFile: (path) => path,
      instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance) => void,
      ): WebAssembly.Exports {
        const instance = new WebAssembly.Instance(module, imports);
        exports = instance.exports;
        reserve(exports['memory'] as WebAssembly.Memory, initialBytes);
        done(instance);
        return exports;
      },
    }),
  );
  const memory = exports['memory'] as WebAssembly.Memory;
  return Object.assign(runtime as WasmRuntime, { memory });
}

function reserve(memory: WebAssembly.Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES);
  if (missing > 0) memory.grow(missing);
}

/**
 * Hides `globalThis.process` during the synchronous start of the glue code: Node and workerd
 * both have `process.versions.node`, which makes the glue code use `require('fs')` and `__dirname`.
 */
function withoutProcess<T>(start: () => T): T {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'process');
  if (!descriptor) return start();
  Object.defineProperty(globalThis, 'process', {
    value: undefined,
    configurable: true,
    writable: true,
  });
  try {
    return start();
  } finally {
    Object.defineProperty(globalThis, 'process', descriptor);
  }
}
