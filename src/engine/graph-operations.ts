// The TensorFlow operations of blazeface and facemesh, mapped to tfjs kernels: ten instead of the four hundred of
// tfjs-converter. graph-model.ts rejects any other when it loads a model.

import {
  add,
  depthwiseConv2d,
  fused,
  maxPool,
  pad,
  prelu,
  relu,
  reshape,
  sigmoid,
  type Tensor,
  type Tensor3D,
  type Tensor4D,
} from '@tensorflow/tfjs-core';

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

type Operation = (inputs: Tensor[], node: GraphNode) => Tensor;

/** Operations take their inputs in the order of the graph; the caller frees the result. */
export const OPERATIONS: Partial<Record<string, Operation>> = {
  _FusedConv2D: convolve,
  DepthwiseConv2dNative: (inputs, node) =>
    depthwiseConv2d(fourD(inputs, 0), fourD(inputs, 1), pair(node, 'strides'), padding(node)),
  AddV2: (inputs) => add(tensor(inputs, 0), tensor(inputs, 1)),
  Relu: (inputs) => relu(tensor(inputs, 0)),
  Prelu: (inputs) => prelu(tensor(inputs, 0), tensor(inputs, 1)),
  Sigmoid: (inputs) => sigmoid(tensor(inputs, 0)),
  MaxPool: (inputs, node) =>
    maxPool(fourD(inputs, 0), pair(node, 'ksize'), pair(node, 'strides'), padding(node)),
  Pad: (inputs) => pad(tensor(inputs, 0), pairs(tensor(inputs, 1).dataSync())),
  Reshape: (inputs) => reshape(tensor(inputs, 0), withAnyRowCount(tensor(inputs, 1).dataSync())),
};

/** The graph has the row count of the default input size, `[1, rows, values]`; other sizes give other counts. */
function withAnyRowCount(shape: ArrayLike<number>): number[] {
  return Array.from(shape, (length, axis) => (axis === 1 && shape.length === 3 ? -1 : length));
}

function convolve(inputs: Tensor[], node: GraphNode): Tensor {
  const activation = strings(node, 'fused_ops')[1]?.toLowerCase();
  const common = {
    x: fourD(inputs, 0),
    filter: fourD(inputs, 1),
    bias: tensor(inputs, 2),
    strides: pair(node, 'strides'),
    pad: padding(node),
  };
  if (activation === undefined) return fused.conv2d(common);
  if (activation === 'relu') return fused.conv2d({ ...common, activation });
  if (activation === 'prelu') {
    return fused.conv2d({ ...common, activation, preluActivationWeights: tensor(inputs, 3) });
  }
  throw new Error(`Unknown activation ${activation} in ${node.name}.`);
}

function tensor(inputs: Tensor[], index: number): Tensor {
  const value = inputs[index];
  if (!value) throw new Error(`An operation of the graph misses its input ${index}.`);
  return value;
}

/** Depthwise filters and pictures are four-dimensional; tfjs checks the rank at run time. */
function fourD(inputs: Tensor[], index: number): Tensor3D & Tensor4D {
  return tensor(inputs, index) as Tensor3D & Tensor4D;
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
