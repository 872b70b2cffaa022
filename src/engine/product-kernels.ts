// tfjs's kernels for pointwise convolutions and products of matrices, which hand what they can to our own (D-101). The
// networks need not know.

import { fusedConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedConv2D.js';
import { _fusedMatMulConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/_FusedMatMul.js';
import type { KernelConfig, TensorInfo } from '@tensorflow/tfjs-core';
import { PackedProduct, type Product, type ProductBackend } from './packed-product.ts';

interface Call {
  inputs: Record<string, TensorInfo | undefined>;
  attrs?: Record<string, unknown>;
}

type ReadProduct = (call: Call) => Product | undefined;

const ACTIVATIONS: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  linear: [-Infinity, Infinity],
  relu: [0, Infinity],
  relu6: [0, 6],
};

/**
 * In place of tfjs's kernels of the same names, whose filters must be weights: each is copied once, for as long as the
 * backend runs.
 * @param module packed-product.wasm, compiled by the caller
 */
export const productKernels = (module: WebAssembly.Module): KernelConfig[] => [
  inPlaceOf(fusedConv2DConfig, module, pointwise),
  inPlaceOf(_fusedMatMulConfig, module, product),
];

function inPlaceOf(
  tfjs: KernelConfig,
  module: WebAssembly.Module,
  read: ReadProduct,
): KernelConfig {
  let own: PackedProduct | undefined;
  return {
    ...tfjs,
    setupFunc(backend) {
      tfjs.setupFunc?.(backend);
      own = new PackedProduct(module, backend as ProductBackend);
    },
    kernelFunc(call) {
      const wanted = read(call);
      return own && wanted && PackedProduct.takes(wanted) ? own.run(wanted) : tfjs.kernelFunc(call);
    },
  };
}

/** A convolution with a filter of one pixel. */
function pointwise({ inputs: { x, filter, bias }, attrs = {} }: Call): Product | undefined {
  const range = ACTIVATIONS[String(attrs['activation'])];
  if (!x || !filter || !range || attrs['dataFormat'] !== 'NHWC') return undefined;
  const [batch = 0, height = 0, width = 0] = x.shape;
  const [down, across, inner = 0, columns = 0] = filter.shape;
  const isPointwise = down === 1 && across === 1 && isOne(attrs['strides']);
  // Padding in numbers would enlarge the map.
  if (!isPointwise || typeof attrs['pad'] !== 'string') return undefined;
  const [lowest, highest] = range;
  const rows = batch * height * width;
  const shape = [batch, height, width, columns];
  return { matrix: x, filter, bias, rows, inner, columns, lowest, highest, shape };
}

const isOne = (strides: unknown): boolean => [strides].flat().every((stride) => stride === 1);

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
