// Samples a network's input from pixels in the wasm heap, with our own kernel (D-101), which
// scripts/kernels generates. The result is bit-identical to the result of sampler.ts.

import type { KernelConfig, TensorInfo } from '@tensorflow/tfjs-core';
import type { Crop } from './geometry.ts';
import type { TensorHeap } from './packed-filters.ts';
import { gridOf, type Normalisation, type Size } from './sampler.ts';

/** The name of the kernel, which has no counterpart in tfjs. */
export const SAMPLE_BAND = 'SampleBand';

/** The kernel's signature. Addresses are byte offsets into the wasm memory. */
type SampleRow = (
  pixels: number,
  width: number,
  output: number,
  columns: number,
  perEdge: number,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
  right: number,
  below: number,
  gain: number,
  red: number,
  green: number,
  blue: number,
) => void;

interface Band {
  /** The pixels as [height, width], with the four bytes of a pixel as one value. */
  pixels: TensorInfo;
  crop: Crop;
  size: Size;
  normalisation: Normalisation;
}

const TRIPLE_BYTES = 12;

export class HeapSampler {
  readonly #heap: TensorHeap;
  readonly #sample: Record<'rgb' | 'bgr', SampleRow>;

  /**
   * @param module face-kernels.wasm, compiled by the caller
   * @throws WebAssembly.LinkError for any other module
   */
  constructor(module: WebAssembly.Module, heap: TensorHeap) {
    const { memory } = heap.wasm;
    const { exports } = new WebAssembly.Instance(module, { tfjs: { memory } });
    this.#sample = {
      rgb: exports['sampleRgb'] as SampleRow,
      bgr: exports['sampleBgr'] as SampleRow,
    };
    this.#heap = heap;
  }

  run({ pixels, crop, size, normalisation: { scale, offset, order } }: Band): TensorInfo {
    const [height = 0, width = 0] = pixels.shape;
    const { perEdge, stepX, stepY, startOf } = gridOf(crop, size);
    const output = this.#heap.makeOutput([1, size.height, size.width, 3], 'float32');
    const [from, to] = [this.#addressOf(pixels), this.#addressOf(output)];
    const [right, below] = [width - 1, height - 1];
    const gain = scale / (perEdge * perEdge);
    const [red, green, blue] = offset;
    const sample = this.#sample[order ?? 'rgb'];
    for (let row = 0; row < size.height; row++) {
      const { x, y } = startOf(row);
      const at = to + row * size.width * TRIPLE_BYTES;
      sample(
        from,
        width,
        at,
        size.width,
        perEdge,
        x,
        y,
        stepX,
        stepY,
        right,
        below,
        gain,
        red,
        green,
        blue,
      );
    }
    return output;
  }

  #addressOf({ dataId }: TensorInfo): number {
    return this.#heap.dataIdMap.get(dataId).memoryOffset;
  }
}

/** @param module face-kernels.wasm, compiled by the caller */
export function samplerKernel(module: WebAssembly.Module): KernelConfig {
  let sampler: HeapSampler | undefined;
  return {
    kernelName: SAMPLE_BAND,
    backendName: 'wasm',
    setupFunc(backend) {
      sampler = new HeapSampler(module, backend as TensorHeap);
    },
    kernelFunc({ inputs: { pixels }, attrs }) {
      if (!sampler || !pixels) throw new Error('The kernel is not set up.');
      return sampler.run({ ...(attrs as unknown as Omit<Band, 'pixels'>), pixels });
    },
  };
}
