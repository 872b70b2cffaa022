// Describes a face with 1024 values and estimates its age: faceres of @vladmandic/human (MobileNet,
// 224 x 224), layer by layer. Its sex head is left out on purpose: the product must not estimate
// gender.

import { fusedDepthwiseConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedDepthwiseConv2D.js';
import { _fusedMatMulConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/_FusedMatMul.js';
import {
  io,
  reshape,
  type Tensor,
  type TensorInfo,
  type Tensor4D,
  tensor4d,
} from '@tensorflow/tfjs-core';
import { freeUsedFilter, readInPlace } from './backend.ts';
import type { Crop, Point3 } from './geometry.ts';
import type { Output } from './graph-model.ts';
import { cropAroundMesh } from './mesh.ts';
import { MODEL_FILES, type ReadFile } from './model-files.ts';
import { inputOf } from './net-input.ts';
import type { Picture } from './picture.ts';
import { compute, free, freeAfter, valuesOf, viewOf } from './tensors.ts';

/**
 * The kernels that startWasmBackend needs for this network; faceKernels may replace some of them.
 */
export const FACERES_KERNELS = [_fusedMatMulConfig, fusedDepthwiseConv2DConfig];

const INPUT_SIZE = { width: 224, height: 224 };
/**
 * The input that the network was trained on: the channel means of VGG-Face are subtracted, and the
 * order is BGR (HSE-asavchenko).
 */
const NORMALISATION = {
  scale: 1,
  offset: [-123.68, -116.779, -103.939],
  order: 'bgr',
} as const;
/** Size of the crop relative to the mesh. */
const CROP_SCALE = 1.25;
/**
 * Which of the depthwise convolutions, numbered from 1, halve the feature map. The others keep its
 * size.
 */
const HALVING: readonly number[] = [2, 4, 6, 12];
const DEPTH = 13;

/** Settings of the convolution kernels. */
const CONVOLUTION = {
  pad: 'same',
  dilations: [1, 1],
  dataFormat: 'NHWC',
  activation: 'relu6',
} as const;

type Dense = Record<'kernel' | 'bias', Tensor>;

interface Layer {
  kind: 'first' | 'depthwise' | 'pointwise';
  filter: Tensor;
  bias: Tensor;
  stride: 1 | 2;
}

interface DescribedFace {
  /** The features, scaled to length 1. */
  descriptor: number[];
  /** The network's features, unscaled. */
  features: Float32Array;
  /** The estimated age in years, unrounded. */
  age: number;
}

interface FirstLayers {
  /** The number of blocks to run, each a depthwise and a pointwise layer: 1 to 13. */
  blocks: number;
  picture: Picture;
  /** The mesh of the face in this picture. */
  mesh: readonly Point3[];
  /** Whether the face is mirrored before the first layer. */
  isMirrored: boolean;
}

type Weights = Record<string, Tensor>;

export class FaceresNet {
  readonly #layers: Layer[];
  readonly #features: Dense;
  readonly #ages: Dense;

  private constructor(weights: Weights) {
    const head = (name: string) => ({
      kernel: weightOf(weights, `${name}/kernel`),
      bias: weightOf(weights, `${name}/bias`),
    });
    this.#layers = layersOf(weights);
    this.#features = head('feats');
    this.#ages = head('age_pred');
    const heads = [this.#features, this.#ages].flatMap(({ kernel, bias }) => [kernel, bias]);
    const kept = new Set([...heads, ...this.#layers.flatMap(({ filter, bias }) => [filter, bias])]);
    for (const weight of Object.values(weights)) if (!kept.has(weight)) weight.dispose();
  }

  /** Loads the net. The tfjs backend must be running with FACERES_KERNELS. */
  static async load(read: ReadFile): Promise<FaceresNet> {
    const [descriptionFile, weightsFile] = MODEL_FILES.faceres;
    const [text, bytes] = await Promise.all([read(descriptionFile), read(weightsFile)]);
    const { weightsManifest } = JSON.parse(new TextDecoder().decode(text)) as {
      weightsManifest: { weights: io.WeightsManifestEntry[] }[];
    };
    const specs = weightsManifest.flatMap(({ weights }) => weights);
    return new FaceresNet(io.decodeWeights(bytes, specs));
  }

  /**
   * @param mesh the mesh of the face in this picture
   * @returns the descriptor, of length 1
   */
  describe(picture: Picture, mesh: readonly Point3[]): number[] {
    return this.#pool(picture, mesh, (pooled) => toLength1(valuesOf(pooled)));
  }

  /** Describes the face as {@link describe} does, and also estimates the age. */
  describeWithAge(picture: Picture, mesh: readonly Point3[]): DescribedFace {
    return this.#pool(picture, mesh, (pooled) => {
      const features = valuesOf(pooled).slice();
      const age = expectAge(valuesOf(this.#ageLogits(pooled)));
      return { descriptor: toLength1(features), features, age };
    });
  }

  /**
   * Frees the filters permanently. Call it once, after a run: see freeUsedFilter. Depthwise filters
   * are small and are kept.
   */
  freeFilters(): void {
    for (const { kind, filter } of this.#layers) if (kind !== 'depthwise') freeUsedFilter(filter);
    freeUsedFilter(this.#features.kernel);
  }

  /**
   * Runs only the first layers, whose map describes the texture of a face rather than the person's
   * identity.
   * @param read receives the map, whose values must not be kept
   */
  readMap<Read>(
    { blocks, picture, mesh, isMirrored }: FirstLayers,
    read: (map: Output) => Read,
  ): Read {
    const crop = { ...cropAroundMesh(mesh, CROP_SCALE), isMirrored };
    const map = mapOf(picture, crop, this.#layers.slice(0, 1 + 2 * blocks));
    try {
      return readInPlace(map, (data) => read({ shape: map.shape, data }));
    } finally {
      free(map);
    }
  }

  /** @param read receives the features, [1, 1, 1024], which are freed afterwards */
  #pool<Read>(picture: Picture, mesh: readonly Point3[], read: (pooled: TensorInfo) => Read): Read {
    const x = mapOf(picture, cropAroundMesh(mesh, CROP_SCALE), this.#layers);
    const [, height = 0, width = 0, channels = 0] = x.shape;
    return freeAfter(() => {
      // Pooling over the whole map computes its mean; tfjs's own mean would need the transpose
      // kernel.
      const whole = { filterSize: [height, width], strides: 1, pad: 'valid' };
      const pooled = compute('AvgPool', { x }, whole);
      free(x);
      return read(viewOf(pooled, [1, 1, channels]));
    });
  }

  #ageLogits(pooled: TensorInfo): TensorInfo {
    const hidden = multiply(pooled, this.#features, 'relu');
    return multiply(hidden, this.#ages, 'linear');
  }
}

/** @returns the map after the layers, which the caller frees */
function mapOf(picture: Picture, crop: Crop, layers: readonly Layer[]): TensorInfo {
  let x = inputOf(picture, crop, INPUT_SIZE, NORMALISATION);
  // Each map is freed after the next layer has run, so that the heap never holds more than two
  // maps.
  for (const layer of layers) {
    const next = apply(layer, x);
    free(x);
    x = next;
  }
  return x;
}

function layersOf(weights: Weights): Layer[] {
  const bias = (name: string) => weightOf(weights, `${name}_bn/batchnorm_1/sub`);
  const filter = (name: string) => weightOf(weights, `${name}/convolution/merged_input`);
  const first: Layer = { kind: 'first', filter: filter('conv1'), bias: bias('conv1'), stride: 2 };
  const blocks = Array.from({ length: DEPTH }, (_, i): Layer[] => {
    const [deep, point] = [`conv_dw_${i + 1}`, `conv_pw_${i + 1}`];
    const kernel = weightOf(weights, `${deep}/depthwise_kernel`);
    const factor = weightOf(weights, `${deep}_bn/batchnorm_1/mul`);
    const pointwise = filter(point);
    const [, , from = 0, to = 0] = pointwise.shape;
    return [
      {
        kind: 'depthwise',
        filter: scaleChannels(kernel as Tensor4D, factor),
        bias: bias(deep),
        stride: HALVING.includes(i + 1) ? 2 : 1,
      },
      // The filter is a matrix, because a matrix product keeps one copy of it in the heap, whereas
      // a convolution keeps two.
      { kind: 'pointwise', filter: reshape(pointwise, [from, to]), bias: bias(point), stride: 1 },
    ];
  });
  return [first, ...blocks.flat()];
}

/** Folds the batch norm's factor into the filter before it. */
function scaleChannels(filter: Tensor4D, factor: Tensor): Tensor4D {
  const factors = factor.dataSync<'float32'>();
  const values = filter
    .dataSync<'float32'>()
    .map((value, i) => value * (factors[i % factors.length] ?? 0));
  return tensor4d(values, filter.shape);
}

function apply({ kind, filter, bias, stride }: Layer, x: TensorInfo): TensorInfo {
  if (kind === 'pointwise') {
    const [, height = 0, width = 0, channels = 0] = x.shape;
    const rows = viewOf(x, [1, height * width, channels]);
    const product = multiply(rows, { kernel: filter, bias }, 'relu6');
    return viewOf(product, [1, height, width, bias.size]);
  }
  const kernel = kind === 'first' ? 'FusedConv2D' : 'FusedDepthwiseConv2D';
  const settings = { ...CONVOLUTION, strides: [stride, stride] };
  return compute(kernel, { x, filter, bias }, settings);
}

/**
 * @param matrix [1, rows, inner]
 * @param by.kernel [inner, columns]
 */
function multiply(
  matrix: TensorInfo,
  { kernel, bias }: Dense,
  activation: 'linear' | 'relu' | 'relu6',
): TensorInfo {
  const [inner = 0, columns = 0] = kernel.shape;
  const b = viewOf(kernel, [1, inner, columns]);
  const settings = { transposeA: false, transposeB: false, activation };
  return compute('_FusedMatMul', { a: matrix, b, bias }, settings);
}

function toLength1(features: Float32Array): number[] {
  // A spread or an iterator would allocate an object for each feature.
  const length = Number(Reflect.apply(Math.hypot, undefined, features)) || 1;
  const scaled: number[] = [];
  for (let at = 0; at < features.length; at++) scaled.push((features[at] ?? 0) / length);
  return scaled;
}

/** The expected value of the distribution over the ages from 1 to 100 years. */
function expectAge(logits: Float32Array): number {
  const top = Math.max(...logits);
  let total = 0;
  let years = 0;
  for (const [i, logit] of logits.entries()) {
    const weight = Math.exp(logit - top);
    total += weight;
    years += weight * (i + 1);
  }
  return years / total;
}

function weightOf(weights: Weights, name: string): Tensor {
  const weight = weights[name];
  if (!weight) throw new Error(`The model faceres has no ${name}.`);
  return weight;
}
