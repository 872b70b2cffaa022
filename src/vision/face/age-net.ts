// Estimates age in years: face-api's AgeGenderNet (TinyXception, 112 x 112), layer by layer. Its
// gender head is left out on purpose: the product must not estimate gender.

import { io, type Tensor, type TensorInfo } from '@tensorflow/tfjs-core';
import { freeUsedFilter } from './backend.ts';
import type { Crop, Point3 } from './geometry.ts';
import { cropAroundMesh } from './mesh.ts';
import { MODEL_FILES, type ReadFile } from './model-files.ts';
import { inputOf } from './net-input.ts';
import type { Picture } from './picture.ts';
import { compute, freeAfter, valuesOf, viewOf } from './tensors.ts';

const INPUT_SIZE = { width: 112, height: 112 };
/** face-api subtracts these RGB means, then divides by 255. */
const NORMALISATION = {
  scale: 1 / 255,
  offset: [-122.782 / 255, -117.001 / 255, -104.298 / 255],
} as const;

/**
 * Size of the detector's box relative to the box of the mesh: the network was evaluated on the
 * detector's box.
 */
const DETECTION_PER_MESH = 0.9;
/**
 * The scale of the middle of three crops. Estimates vary with the crop: the mean of three varies
 * least, and the middle crop's estimate is nearest to that mean: within 1.2 years for half of all
 * faces, and within 4.9 for 95 % (docs/face.md).
 */
const MIDDLE_CROP = 1.2 * DETECTION_PER_MESH;
const CROP_SCALES = [DETECTION_PER_MESH, MIDDLE_CROP, 1.4 * DETECTION_PER_MESH];

/**
 * Settings of the convolutions that keep the size of the feature map, and of those that halve it.
 */
const KEEPING = {
  strides: 1,
  pad: 'same',
  dilations: [1, 1],
  dataFormat: 'NHWC',
  activation: 'linear',
} as const;
const HALVING = { ...KEEPING, strides: 2 } as const;

type Manifest = { weights: io.WeightsManifestEntry[] }[];

export class AgeNet {
  readonly #weights: Record<string, Tensor>;

  private constructor(weights: Record<string, Tensor>) {
    this.#weights = weights;
  }

  /** Loads the net. The tfjs backend must be running. */
  static async load(read: ReadFile): Promise<AgeNet> {
    const [manifestFile, weightsFile] = MODEL_FILES.age;
    const [text, bytes] = await Promise.all([read(manifestFile), read(weightsFile)]);
    const manifest = JSON.parse(new TextDecoder().decode(text)) as Manifest;
    const entries = manifest.flatMap((group) => group.weights);
    return new AgeNet(io.decodeWeights(bytes, entries));
  }

  /** @returns the age in years, unrounded: the mean over three crops around the mesh */
  estimateFace(picture: Picture, mesh: readonly Point3[]): number {
    const years = CROP_SCALES.map((scale) => this.estimate(picture, cropAroundMesh(mesh, scale)));
    return years.reduce((sum, value) => sum + value, 0) / years.length;
  }

  /**
   * @returns the age in years, unrounded, from the middle crop alone. This takes a third of the
   *   time of `estimateFace`, and is meant to be combined with the estimate of a second net
   */
  estimateMiddle(picture: Picture, mesh: readonly Point3[]): number {
    return this.estimate(picture, cropAroundMesh(mesh, MIDDLE_CROP));
  }

  /** Frees the filters permanently. Call it once, after a run: see freeUsedFilter. */
  freeFilters(): void {
    for (const [name, weight] of Object.entries(this.#weights))
      if (weight.rank === 4 && !name.startsWith('fc/')) freeUsedFilter(weight);
  }

  /**
   * @param crop a crop that an upright face mostly fills
   * @returns the age in years, unrounded
   */
  estimate(picture: Picture, crop: Crop): number {
    return freeAfter(() => {
      const input = inputOf(picture, crop, INPUT_SIZE, NORMALISATION);
      let x = relu(this.#convolve(input, 'entry_flow/conv_in'));
      x = this.#reduce(x, 'entry_flow/reduction_block_0');
      x = this.#reduce(relu(x), 'entry_flow/reduction_block_1', x);
      for (const block of [0, 1]) x = this.#refine(x, `middle_flow/main_block_${block}`);
      x = this.#reduce(relu(x), 'exit_flow/reduction_block', x);
      x = relu(this.#separate(x, 'exit_flow/separable_conv'));
      const pooled = compute('AvgPool', { x }, { filterSize: 7, strides: 2, pad: 'valid' });
      const product = compute(
        'BatchMatMul',
        { a: viewOf(pooled, [1, pooled.shape.at(-1) ?? 0]), b: this.#weight('fc/age/weights') },
        { transposeA: false, transposeB: false },
      );
      return valuesOf(add(product, this.#weight('fc/age/bias')))[0] ?? Number.NaN;
    });
  }

  /**
   * Reduction block: two separable convolutions with max pooling, plus a strided convolution as the
   * skip connection.
   */
  #reduce(activated: TensorInfo, name: string, skipped = activated): TensorInfo {
    const first = this.#separate(activated, `${name}/separable_conv0`);
    const x = this.#separate(relu(first), `${name}/separable_conv1`);
    const pooled = compute('MaxPool', { x }, { filterSize: 3, strides: 2, pad: 'same' });
    return add(pooled, this.#convolve(skipped, `${name}/expansion_conv`));
  }

  #refine(x: TensorInfo, name: string): TensorInfo {
    let y = x;
    for (const layer of [0, 1, 2]) y = this.#separate(relu(y), `${name}/separable_conv${layer}`);
    return add(y, x);
  }

  #separate(map: TensorInfo, name: string): TensorInfo {
    const deep = this.#weight(`${name}/depthwise_filter`);
    const x = compute('DepthwiseConv2dNative', { x: map, filter: deep }, KEEPING);
    const filter = this.#weight(`${name}/pointwise_filter`);
    return compute('FusedConv2D', { x, filter, bias: this.#weight(`${name}/bias`) }, KEEPING);
  }

  /** All plain convolutions of the network have stride 2. */
  #convolve(x: TensorInfo, name: string): TensorInfo {
    const [filter, bias] = [this.#weight(`${name}/filters`), this.#weight(`${name}/bias`)];
    return compute('FusedConv2D', { x, filter, bias }, HALVING);
  }

  #weight(name: string): Tensor {
    const weight = this.#weights[name];
    if (!weight) throw new Error(`The age model has no ${name}.`);
    return weight;
  }
}

const relu = (x: TensorInfo): TensorInfo => compute('Relu', { x });
const add = (a: TensorInfo, b: TensorInfo): TensorInfo => compute('Add', { a, b });
