// The module with the face Worker's own kernels, which work in the memory of tfjs's wasm (D-101).
import { depthwise } from './depthwise.ts';
import { firstConvolution } from './first-convolution.ts';
import { packedProduct } from './packed-product.ts';
import { sampler } from './sampler.ts';
import { sum } from './sum.ts';
import { writeModule } from './wasm.ts';

/** @returns a WebAssembly module that needs SIMD and relaxed SIMD */
export function writeFaceKernels(): Uint8Array {
  return writeModule(
    ['tfjs', 'memory'],
    [
      packedProduct(),
      depthwise(1),
      depthwise(2),
      firstConvolution(),
      sum(),
      sampler('Rgb'),
      sampler('Bgr'),
    ],
  );
}
