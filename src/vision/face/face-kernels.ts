// Replacements for the tfjs kernels for convolutions, matrix products and sums, which delegate to
// our own kernels where they can (D-101). The networks need no change.

import { addConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Add.js';
import { depthwiseConv2dNativeConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/DepthwiseConv2dNative.js';
import { fusedConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedConv2D.js';
import { fusedDepthwiseConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedDepthwiseConv2D.js';
import { _fusedMatMulConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/_FusedMatMul.js';
import type { KernelConfig, TensorInfo } from '@tensorflow/tfjs-core';
import { Depthwise, type DepthwiseConvolution } from './depthwise.ts';
import { type ColourConvolution, FirstConvolution } from './first-convolution.ts';
import { samplerKernel } from './heap-sampler.ts';
import type { TensorHeap } from './packed-filters.ts';
import { PackedProduct, type Product } from './packed-product.ts';
import { type Addends, Sum } from './sum.ts';

interface Call {
  inputs: Record<string, TensorInfo | undefined>;
  attrs?: Record<string, unknown>;
}

const ACTIVATIONS: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  linear: [-Infinity, Infinity],
  relu: [0, Infinity],
  relu6: [0, 6],
};

/**
 * Returns kernels that replace tfjs's kernels of the same names, and a kernel that samples
 * pictures. Filters passed to these kernels must be weights: each is copied once, and the copy is
 * kept while the backend runs.
 * @param module face-kernels.wasm, compiled by the caller
 */
export const faceKernels = (module: WebAssembly.Module): KernelConfig[] => [
  inPlaceOf(
    inPlaceOf(fusedConv2DConfig, module, PackedProduct, pointwise),
    module,
    FirstConvolution,
    colourConvolution,
  ),
  inPlaceOf(_fusedMatMulConfig, module, PackedProduct, product),
  inPlaceOf(depthwiseConv2dNativeConfig, module, Depthwise, unfused),
  inPlaceOf(fusedDepthwiseConv2DConfig, module, Depthwise, depthwise),
  inPlaceOf(addConfig, module, Sum, addends),
  samplerKernel(module),
];

interface OwnKernel<Wanted> {
  new (module: WebAssembly.Module, heap: TensorHeap): { run(wanted: Wanted): TensorInfo };
  takes(wanted: Wanted): boolean;
}

function inPlaceOf<Wanted>(
  tfjs: KernelConfig,
  module: WebAssembly.Module,
  Own: OwnKernel<Wanted>,
  read: (call: Call) => Wanted | undefined,
): KernelConfig {
  let own: { run(wanted: Wanted): TensorInfo } | undefined;
  return {
    ...tfjs,
    setupFunc(backend) {
      tfjs.setupFunc?.(backend);
      own = new Own(module, backend as TensorHeap);
    },
    kernelFunc(call) {
      const wanted = read(call);
      return own && wanted && Own.takes(wanted) ? own.run(wanted) : tfjs.kernelFunc(call);
    },
  };
}

/** Reads a convolution with a 1 x 1 filter as a matrix product. */
function pointwise({ inputs: { x, filter, bias }, attrs = {} }: Call): Product | undefined {
  const range = ACTIVATIONS[String(attrs['activation'])];
  if (!x || !filter || !range || attrs['dataFormat'] !== 'NHWC') return undefined;
  const [batch = 0, height = 0, width = 0] = x.shape;
  const [down, across, inner = 0, columns = 0] = filter.shape;
  const isPointwise = down === 1 && across === 1 && isOne(attrs['strides']);
  // Explicit padding, given as numbers, would enlarge the map.
  if (!isPointwise || typeof attrs['pad'] !== 'string') return undefined;
  const [lowest, highest] = range;
  const rows = batch * height * width;
  const shape = [batch, height, width, columns];
  return { matrix: x, filter, bias, rows, inner, columns, lowest, highest, shape };
}

/** Recognises a convolution over three colour channels that halves the map. */
function colourConvolution({ inputs, attrs = {} }: Call): ColourConvolution | undefined {
  const { x, filter, bias, preluActivationWeights: slopes } = inputs;
  const activation = String(attrs['activation']);
  const { dilations = 1, dataFormat = 'NHWC', pad } = attrs;
  if (!x || !filter || dataFormat !== 'NHWC' || pad !== 'same' || !isOne(dilations))
    return undefined;
  if (strideOf(attrs['strides']) !== 2) return undefined;
  if (activation === 'prelu') return slopes && { map: x, filter, bias, slope: slopes };
  const range = ACTIVATIONS[activation];
  if (!range) return undefined;
  return { map: x, filter, bias, slope: range[0] === 0 ? 0 : 1, highest: range[1] };
}

function addends({ inputs: { a, b } }: Call): Addends | undefined {
  return a && b && { one: a, other: b };
}

const isOne = (values: unknown): boolean => [values].flat().every((value) => value === 1);

function product({ inputs: { a, b, bias }, attrs = {} }: Call): Product | undefined {
  const range = ACTIVATIONS[String(attrs['activation'])];
  if (!a || !b || !range || attrs['transposeA'] || attrs['transposeB']) return undefined;
  const [batch = 0, rows = 0, inner = 0] = a.shape;
  const [batches, , columns = 0] = b.shape;
  if (batch !== 1 || batches !== 1) return undefined;
  const [lowest, highest] = range;
  const shape = [1, rows, columns];
  return { matrix: a, filter: b, bias, rows, inner, columns, lowest, highest, shape };
}

function unfused(call: Call): DepthwiseConvolution | undefined {
  return depthwise({ ...call, attrs: { ...call.attrs, activation: 'linear' } });
}

function depthwise({
  inputs: { x, filter, bias },
  attrs = {},
}: Call): DepthwiseConvolution | undefined {
  const range = ACTIVATIONS[String(attrs['activation'])];
  const { dilations = 1, dataFormat = 'NHWC', pad } = attrs;
  const stride = strideOf(attrs['strides']);
  if (!x || !filter || !range || !stride || dataFormat !== 'NHWC') return undefined;
  if (pad !== 'same' || !isOne(dilations)) return undefined;
  const [lowest, highest] = range;
  return { map: x, filter, bias, stride, lowest, highest };
}

/** @returns undefined unless the stride is the same in both directions */
function strideOf(strides: unknown): 1 | 2 | undefined {
  const [down, across = down] = [strides].flat();
  return down === across && (down === 1 || down === 2) ? down : undefined;
}
