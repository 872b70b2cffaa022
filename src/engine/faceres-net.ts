// Describes a face by 1024 values and estimates its age: faceres of @vladmandic/human (MobileNet, 224 x 224), layer by
// layer. Its sex head is left out on purpose: the product must not estimate gender.

import { fusedDepthwiseConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedDepthwiseConv2D.js';
import { _fusedMatMulConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/_FusedMatMul.js';
import {
  add,
  avgPool,
  fused,
  io,
  matMul,
  type Rank,
  reshape,
  type Tensor,
  type Tensor2D,
  type Tensor4D,
  tensor4d,
  tidy,
} from '@tensorflow/tfjs-core';
import { freeUsedFilter } from './backend.ts';
import type { Point3 } from './geometry.ts';
import { cropAroundMesh } from './mesh.ts';
import { MODEL_FILES, type ReadFile } from './model-files.ts';
import { inputOf } from './net-input.ts';
import type { Picture } from './picture.ts';

/** What startWasmBackend needs for this network, in which faceKernels may take the place of a kernel. */
export const FACERES_KERNELS = [_fusedMatMulConfig, fusedDepthwiseConv2DConfig];

const INPUT_SIZE = { width: 224, height: 224 };
/** Its author's: the channel means of VGG-Face are subtracted, and the order is BGR (HSE-asavchenko). */
const NORMALISATION = {
  scale: 1,
  offset: [-123.68, -116.779, -103.939],
  order: 'bgr',
} as const;
/** How much of the picture around the mesh it sees. */
const CROP_SCALE = 1.25;
/** The depthwise convolutions that halve the map; the others keep its size. */
const HALVING: readonly number[] = [2, 4, 6, 12];
const DEPTH = 13;

interface Layer {
  kind: 'first' | 'depthwise' | 'pointwise';
  filter: Tensor;
  bias: Tensor;
  stride: 1 | 2;
}

interface DescribedFace {
  /** Of length 1. */
  descriptor: number[];
  /** Years, unrounded. */
  age: number;
}

type Weights = Record<string, Tensor>;

export class FaceresNet {
  readonly #layers: Layer[];
  readonly #features: Record<'kernel' | 'bias', Tensor>;
  readonly #ages: Record<'kernel' | 'bias', Tensor>;

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

  /** The tfjs backend must be running, with FACERES_KERNELS. */
  static async load(read: ReadFile): Promise<FaceresNet> {
    const [descriptionFile, weightsFile] = MODEL_FILES.faceres;
    const [text, bytes] = await Promise.all([read(descriptionFile), read(weightsFile)]);
    const { weightsManifest } = JSON.parse(new TextDecoder().decode(text)) as {
      weightsManifest: { weights: io.WeightsManifestEntry[] }[];
    };
    const specs = weightsManifest.flatMap(({ weights }) => weights);
    return new FaceresNet(io.decodeWeights(bytes, specs));
  }

  /** @param mesh of the face in this picture */
  describe(picture: Picture, mesh: readonly Point3[]): DescribedFace {
    const crop = cropAroundMesh(mesh, CROP_SCALE);
    const { features, logits } = this.#run(inputOf(picture, crop, INPUT_SIZE, NORMALISATION));
    const length = Math.hypot(...features) || 1;
    return { descriptor: Array.from(features, (value) => value / length), age: expectAge(logits) };
  }

  /** After a run, once and for good: see freeUsedFilter. Depthwise filters are small. */
  freeFilters(): void {
    for (const { kind, filter } of this.#layers) if (kind !== 'depthwise') freeUsedFilter(filter);
    freeUsedFilter(this.#features.kernel);
  }

  #run(input: Tensor4D): { features: Float32Array; logits: Float32Array } {
    let x = input;
    // Layer by layer, so that the heap never holds more than two maps.
    for (const layer of this.#layers) {
      const next = tidy(() => apply(layer, x));
      x.dispose();
      x = next;
    }
    const [, height, width] = x.shape;
    // A mean over the map; tfjs's own needs the transpose kernel.
    const pooled = tidy(() => reshape<Rank.R2>(avgPool(x, [height, width], 1, 'valid'), [1, -1]));
    x.dispose();
    const logits = tidy(() => this.#ageLogits(pooled).dataSync<'float32'>());
    const features = pooled.dataSync<'float32'>();
    pooled.dispose();
    return { features, logits };
  }

  #ageLogits(pooled: Tensor2D): Tensor {
    const hidden = fused.matMul({
      a: pooled,
      b: this.#features.kernel,
      bias: this.#features.bias,
      activation: 'relu',
    });
    return add(matMul(hidden, this.#ages.kernel), this.#ages.bias);
  }
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
      // As a matrix: the product keeps one copy of it in the heap, a convolution two.
      { kind: 'pointwise', filter: reshape(pointwise, [from, to]), bias: bias(point), stride: 1 },
    ];
  });
  return [first, ...blocks.flat()];
}

/** The batch norm's factor, folded into the filter before it. */
function scaleChannels(filter: Tensor4D, factor: Tensor): Tensor4D {
  const factors = factor.dataSync<'float32'>();
  const values = filter
    .dataSync<'float32'>()
    .map((value, i) => value * (factors[i % factors.length] ?? 0));
  return tensor4d(values, filter.shape);
}

function apply({ kind, filter, bias, stride }: Layer, x: Tensor4D): Tensor4D {
  if (kind === 'pointwise') {
    const [, height, width, channels] = x.shape;
    const product = fused.matMul({
      a: reshape(x, [height * width, channels]),
      b: filter,
      bias,
      activation: 'relu6',
    });
    return reshape(product, [1, height, width, bias.size]);
  }
  const settings = {
    x,
    filter: filter as Tensor4D,
    bias,
    strides: stride,
    pad: 'same',
    activation: 'relu6',
  } as const;
  return kind === 'first' ? fused.conv2d(settings) : fused.depthwiseConv2d(settings);
}

/** The mean of the distribution over 1 to 100 years. */
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
  if (!weight) throw new Error(`The model faceres misses ${name}.`);
  return weight;
}
