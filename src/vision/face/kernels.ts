// Registers only the wasm kernels that the page's three networks need: all available kernels would
// make the engine's script four times as large. A missing kernel causes an error at the first run,
// so the golden tests would reveal it.

import { addConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Add.js';
import { avgPoolConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/AvgPool.js';
import { batchMatMulConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/BatchMatMul.js';
import { castConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Cast.js';
import { depthwiseConv2dNativeConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/DepthwiseConv2dNative.js';
import { fusedConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedConv2D.js';
import { maxPoolConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/MaxPool.js';
import { padV2Config } from '@tensorflow/tfjs-backend-wasm/dist/kernels/PadV2.js';
import { preluConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Prelu.js';
import { reluConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Relu.js';
import { reshapeConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Reshape.js';
import { sigmoidConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Sigmoid.js';
import { type KernelConfig, registerKernel } from '@tensorflow/tfjs-core';

/**
 * Registers the kernels. Must be called before the backend is set, which is when tfjs runs the
 * setup of each kernel.
 * @param more additional kernels; a later kernel replaces an earlier kernel of the same name
 */
export function registerKernels(more: readonly KernelConfig[]): void {
  const kernels = [
    addConfig,
    avgPoolConfig,
    batchMatMulConfig,
    castConfig,
    depthwiseConv2dNativeConfig,
    fusedConv2DConfig,
    maxPoolConfig,
    padV2Config,
    preluConfig,
    reluConfig,
    reshapeConfig,
    sigmoidConfig,
    ...more,
  ];
  const byName = new Map(kernels.map((kernel) => [kernel.kernelName, kernel]));
  for (const kernel of byName.values()) registerKernel(kernel);
}
