// dlib's face descriptor network with 128 values, for comparison with faceres, as stored by
// @vladmandic/face-api. It is the only other face descriptor network that npm packages ship. The
// input is prepared as dlib's author prepares it, with five landmarks, 150 px and a margin of one
// quarter (get_face_chip_details). The network is run in plain TypeScript, which is fast enough for
// the hundred faces that the benchmark describes; the product does not use it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Crop, Point3 } from '../../src/vision/face/geometry.ts';
import type { Picture } from '../../src/vision/face/picture.ts';
import { sampleBand } from '../../src/vision/face/sampler.ts';
import { ROOT } from '../../test/support/puppet/cache.ts';

const MODEL = join(ROOT, 'node_modules/@vladmandic/face-api/model/face_recognition_model');
const EDGE = 150;
const AROUND = 0.25;
/**
 * The outer and inner corners of both eyes and the base of the nose: their positions in dlib's face
 * chip, and their points in the mesh.
 */
const LANDMARKS = [
  { mesh: 263, x: 0.8595674595992, y: 0.2134981538014 },
  { mesh: 362, x: 0.6460604764104, y: 0.2289674387677 },
  { mesh: 33, x: 0.1205750620789, y: 0.2137274526848 },
  { mesh: 133, x: 0.3340850613712, y: 0.2290642403242 },
  { mesh: 2, x: 0.4901123135679, y: 0.6277975316475 },
] as const;
/** The channel means that were subtracted in training. */
const MEANS = [122.782, 117.001, 104.298] as const;

const BLOCKS = [
  'conv32_1',
  'conv32_2',
  'conv32_3',
  'conv64_down',
  'conv64_1',
  'conv64_2',
  'conv64_3',
  'conv128_down',
  'conv128_1',
  'conv128_2',
  'conv256_down',
  'conv256_1',
  'conv256_2',
  'conv256_down_out',
];

interface Weights {
  shape: number[];
  data: Float32Array;
}

/** A feature map, with its values ordered by row, column and channel. */
interface Feature {
  size: number;
  depth: number;
  data: Float32Array;
}

export class DlibNet {
  readonly #weights: ReadonlyMap<string, Weights>;

  private constructor(weights: ReadonlyMap<string, Weights>) {
    this.#weights = weights;
  }

  static async load(): Promise<DlibNet> {
    const [text, bytes] = await Promise.all([
      readFile(`${MODEL}-weights_manifest.json`, 'utf8'),
      readFile(`${MODEL}.bin`),
    ]);
    const [{ weights: specs }] = JSON.parse(text) as [{ weights: Spec[] }];
    let at = 0;
    const weights = specs.map(({ name, shape, quantization }) => {
      const length = shape.reduce((product, side) => product * side, 1);
      const size = length * (quantization === undefined ? Float32Array.BYTES_PER_ELEMENT : 1);
      const stored = bytes.subarray(at, at + size);
      at += size;
      return [name, { shape, data: valuesOf(stored, quantization) }] as const;
    });
    if (at !== bytes.length) throw new Error('The model has another length than it says.');
    return new DlibNet(new Map(weights));
  }

  /**
   * @param mesh the mesh of the face in this picture
   * @returns 128 values; two descriptions of one person are at most about 0.6 apart
   */
  describe(picture: Picture, mesh: readonly Point3[]): number[] {
    const size = { width: EDGE, height: EDGE };
    const rgb = sampleBand(picture, chipOf(mesh), size, { scale: 1, offset: [0, 0, 0] });
    const data = rgb.map((value, i) => (value - (MEANS[i % 3] ?? 0)) / 255);
    const chip = { size: EDGE, depth: 3, data };
    let x = pool(this.#convolve(chip, 'conv32_down', 2), 3, Math.max);
    for (const block of BLOCKS) x = this.#pass(x, block);
    return this.#connect(meanOf(x));
  }

  #pass(x: Feature, block: string): Feature {
    const isHalved = block.includes('_down');
    const first = this.#convolve(x, `${block}/conv1`, isHalved ? 2 : 1);
    const out = this.#convolve(first, `${block}/conv2`, 1, false);
    const shortcut = isHalved ? pool(x, 2, (a, b) => a + b, 0.25) : x;
    return addFitted(out, shortcut);
  }

  /**
   * Convolves with padding for stride 1, and without padding for stride 2, like the layers of
   * dlib's network that halve the size.
   */
  #convolve(x: Feature, name: string, stride: 1 | 2, isCut = true): Feature {
    const { shape, data: filters } = this.#weight(`${name}/conv/filters`);
    const [bias, scale, shift] = ['conv/bias', 'scale/weights', 'scale/biases'].map(
      (part) => this.#weight(`${name}/${part}`).data,
    );
    const [kernel = 0, , , depth = 0] = shape;
    const border = stride === 1 ? (kernel - 1) / 2 : 0;
    const size = Math.floor((x.size + 2 * border - kernel) / stride) + 1;
    const data = new Float32Array(size * size * depth);
    const sums = new Float64Array(depth);
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        sums.fill(0);
        addProducts(sums, x, filters, kernel, row * stride - border, column * stride - border);
        const to = (row * size + column) * depth;
        for (let d = 0; d < depth; d++) {
          const value = ((sums[d] ?? 0) + (bias?.[d] ?? 0)) * (scale?.[d] ?? 0) + (shift?.[d] ?? 0);
          data[to + d] = isCut ? Math.max(0, value) : value;
        }
      }
    return { size, depth, data };
  }

  #connect(features: Float64Array): number[] {
    const { shape, data } = this.#weight('fc');
    const [, width = 0] = shape;
    return Array.from({ length: width }, (_, column) =>
      features.reduce((sum, value, row) => sum + value * (data[row * width + column] ?? 0), 0),
    );
  }

  #weight(name: string): Weights {
    const found = this.#weights.get(name);
    if (found === undefined) throw new Error(`The model has no ${name}.`);
    return found;
  }
}

interface Spec {
  name: string;
  shape: number[];
  /** How the values were quantised; absent when they are stored as 32-bit floats. */
  quantization?: { scale: number; min: number };
}

function valuesOf(stored: Uint8Array, quantization: Spec['quantization']): Float32Array {
  if (quantization === undefined) return new Float32Array(Uint8Array.from(stored).buffer);
  const { scale, min } = quantization;
  return Float32Array.from(stored, (value) => value * scale + min);
}

/**
 * Finds the rotated square that brings the landmarks closest to their target positions, by a
 * least-squares fit of shift, rotation and scale.
 */
function chipOf(mesh: readonly Point3[]): Crop {
  const places = LANDMARKS.map(({ x, y }) => [x, y].map((at) => (at + AROUND) / (1 + 2 * AROUND)));
  const points = LANDMARKS.map(({ mesh: index }) => (mesh[index] ?? []).slice(0, 2));
  const [from, to] = [centred(places), centred(points)];
  let [cosine, sine, spread] = [0, 0, 0];
  for (const [i, [x, y]] of from.offsets.entries()) {
    const [u, v] = to.offsets[i] ?? [0, 0];
    cosine += x * u + y * v;
    sine += x * v - y * u;
    spread += x * x + y * y;
  }
  const [c, s] = [cosine / spread, sine / spread];
  const [dx, dy] = [0.5 - from.middle[0], 0.5 - from.middle[1]];
  return {
    cx: to.middle[0] + c * dx - s * dy,
    cy: to.middle[1] + s * dx + c * dy,
    side: Math.hypot(c, s),
    angle: Math.atan2(s, c),
  };
}

function centred(points: readonly (readonly number[])[]) {
  const mean = (axis: number) =>
    points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length;
  const middle = [mean(0), mean(1)] as const;
  const offsets = points.map(
    ([x = 0, y = 0]) => [x - middle[0], y - middle[1]] as [number, number],
  );
  return { middle, offsets };
}

function addProducts(
  sums: Float64Array,
  { size, depth, data }: Feature,
  filters: Float32Array,
  kernel: number,
  top: number,
  left: number,
): void {
  const wide = sums.length;
  for (let y = Math.max(0, -top); y < Math.min(kernel, size - top); y++)
    for (let x = Math.max(0, -left); x < Math.min(kernel, size - left); x++) {
      const from = ((top + y) * size + left + x) * depth;
      for (let d = 0; d < depth; d++) {
        const value = data[from + d] ?? 0;
        if (value === 0) continue;
        const row = ((y * kernel + x) * depth + d) * wide;
        for (let out = 0; out < wide; out++)
          sums[out] = (sums[out] ?? 0) + value * (filters[row + out] ?? 0);
      }
    }
}

/** Pools with stride 2 over windows of size `edge` that lie entirely inside the map. */
function pool(
  { size, depth, data }: Feature,
  edge: number,
  join: (a: number, b: number) => number,
  scale = 1,
): Feature {
  const half = Math.floor((size - edge) / 2) + 1;
  const pooled = new Float32Array(half * half * depth);
  for (let row = 0; row < half; row++)
    for (let column = 0; column < half; column++)
      for (let d = 0; d < depth; d++) {
        const at = (y: number, x: number) =>
          data[((2 * row + y) * size + 2 * column + x) * depth + d] ?? 0;
        let value = at(0, 0);
        for (let i = 1; i < edge * edge; i++)
          value = join(value, at(Math.floor(i / edge), i % edge));
        pooled[(row * half + column) * depth + d] = value * scale;
      }
  return { size: half, depth, data: pooled };
}

/**
 * Adds two feature maps and replaces negative sums by 0. The smaller map is padded with zeros on
 * the right, at the bottom and in the channels.
 */
function addFitted(a: Feature, b: Feature): Feature {
  const [size, depth] = [Math.max(a.size, b.size), Math.max(a.depth, b.depth)];
  const data = new Float32Array(size * size * depth);
  for (const one of [a, b])
    for (let y = 0; y < one.size; y++)
      for (let x = 0; x < one.size; x++)
        for (let d = 0; d < one.depth; d++) {
          const at = (y * size + x) * depth + d;
          data[at] = (data[at] ?? 0) + (one.data[(y * one.size + x) * one.depth + d] ?? 0);
        }
  return { size, depth, data: data.map((value) => Math.max(0, value)) };
}

function meanOf({ size, depth, data }: Feature): Float64Array {
  const sums = new Float64Array(depth);
  for (const [i, value] of data.entries()) sums[i % depth] = (sums[i % depth] ?? 0) + value;
  return sums.map((sum) => sum / size ** 2);
}
