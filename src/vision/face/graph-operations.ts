// The TensorFlow operations of blazeface and facemesh, mapped to tfjs kernels: nine instead of the
// four hundred of tfjs-converter. graph-model.ts rejects any other operation when it loads a model.

import type { TensorInfo } from '@tensorflow/tfjs-core';
import { compute } from './tensors.ts';

/** A node's attribute as tfjs-converter writes it; strings are base64. */
interface Attribute {
  s?: string;
  list?: { s?: string[]; i?: string[] };
}

export interface GraphNode {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, Attribute>;
}

/**
 * @param index the index of a node input that is a weight
 * @returns its values
 */
type ReadWeight = (index: number) => ArrayLike<number>;

/**
 * Runs an operation on its inputs, given in the order of the graph; the caller frees the result.
 */
export type Run = (inputs: readonly TensorInfo[]) => TensorInfo;

/** Settings that the convolution kernels need in addition to the node's own. */
const PLAIN = { dilations: [1, 1], dataFormat: 'NHWC' } as const;

/** The supported operations. Each factory reads its node once, when the model is loaded. */
export const OPERATIONS: Partial<Record<string, (node: GraphNode, weight: ReadWeight) => Run>> = {
  _FusedConv2D: convolve,
  DepthwiseConv2dNative: (node) => {
    const settings = { ...PLAIN, strides: pair(node, 'strides'), pad: padding(node) };
    return ([x, filter]) => compute('DepthwiseConv2dNative', { x, filter }, settings);
  },
  AddV2:
    () =>
    ([a, b]) =>
      compute('Add', { a, b }),
  Relu:
    () =>
    ([x]) =>
      compute('Relu', { x }),
  Prelu:
    () =>
    ([x, alpha]) =>
      compute('Prelu', { x, alpha }),
  Sigmoid:
    () =>
    ([x]) =>
      compute('Sigmoid', { x }),
  MaxPool: (node) => {
    const filterSize = pair(node, 'ksize');
    const settings = { filterSize, strides: pair(node, 'strides'), pad: padding(node) };
    return ([x]) => compute('MaxPool', { x }, settings);
  },
  Pad: (_, weight) => {
    const settings = { paddings: pairs(weight(1)), constantValue: 0 };
    return ([x]) => compute('PadV2', { x }, settings);
  },
  Reshape: (_, weight) => {
    const settings = { shape: withAnyRowCount(weight(1)) };
    return ([x]) => compute('Reshape', { x }, settings);
  },
};

/**
 * Lets tfjs infer the row count of a shape `[1, rows, values]`: the graph specifies the count for
 * the default input size, and a different size has a different count.
 */
function withAnyRowCount(shape: ArrayLike<number>): number[] {
  return Array.from(shape, (length, axis) => (axis === 1 && shape.length === 3 ? -1 : length));
}

const ACTIVATIONS: readonly string[] = ['linear', 'relu', 'prelu'];

function convolve(node: GraphNode): Run {
  const activation = strings(node, 'fused_ops')[1]?.toLowerCase() ?? 'linear';
  if (!ACTIVATIONS.includes(activation))
    throw new Error(`Unknown activation ${activation} in ${node.name}.`);
  const settings = { ...PLAIN, strides: pair(node, 'strides'), pad: padding(node), activation };
  return ([x, filter, bias, preluActivationWeights]) =>
    compute('FusedConv2D', { x, filter, bias, preluActivationWeights }, settings);
}

function strings(node: GraphNode, name: string): string[] {
  return (node.attr?.[name]?.list?.s ?? []).map(atob);
}

/** The height and width of a `[1, height, width, 1]` attribute. */
function pair(node: GraphNode, name: string): [number, number] {
  const values = node.attr?.[name]?.list?.i ?? [];
  return [Number(values[1] ?? 1), Number(values[2] ?? 1)];
}

function padding(node: GraphNode): 'same' | 'valid' {
  return atob(node.attr?.['padding']?.s ?? '') === 'SAME' ? 'same' : 'valid';
}

function pairs(flat: ArrayLike<number>): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [
    flat[2 * i] ?? 0,
    flat[2 * i + 1] ?? 0,
  ]);
}
