// The kernels for a network's first convolution and for sums (D-101), compared with the tfjs
// kernels that they replace.
import { beforeAll, expect, test } from 'vitest';
import { FirstConvolution } from '../../../src/vision/face/first-convolution.ts';
import { Sum } from '../../../src/vision/face/sum.ts';
import { compileKernels, compileWasm, importBundle } from '../../support/puppet/bundle.ts';
import type * as Entry from '../../support/puppet/face-worker-entry.ts';
import { TestHeap } from '../../support/puppet/test-heap.ts';

type Settings = Parameters<typeof Entry.fused.conv2d>[0];

let modules: typeof Entry;
let own: WebAssembly.Module;

beforeAll(async () => {
  modules = (await importBundle('test/support/puppet/face-worker-entry.ts', [
    'src/vision/face',
    'src/workers/face',
    'src/vision/jpeg',
    'src/crypto',
  ])) as typeof Entry;
  own = (await compileKernels())!;
  await modules.startWasmBackend(await compileWasm(), { kernels: modules.FACERES_KERNELS });
});

interface Layer {
  height: number;
  width: number;
  colours?: number;
  channels?: number;
  edge?: number;
  strides?: number;
  pad?: Settings['pad'];
}

const LAYERS: Layer[] = [
  [1, 9],
  [2, 10],
  [5, 11],
  [16, 12],
  [17, 33],
].flatMap(([height = 0, width = 0]) =>
  [2, 3, 4, 5].flatMap((edge) => [8, 24].map((channels) => ({ height, width, edge, channels }))),
);
/**
 * Layers that our kernels leave to tfjs because they do not support them: without padding, with a
 * stride of one, with four colours, with a number of channels that is not a multiple of eight, or
 * with too few columns.
 */
const OTHERS: Layer[] = [
  { height: 8, width: 12, pad: 'valid' },
  { height: 8, width: 12, strides: 1 },
  { height: 8, width: 12, colours: 4 },
  { height: 8, width: 12, channels: 12 },
  { height: 8, width: 8 },
];

const apartOf = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Math.max(...Array.from(one, (value, at) => Math.abs(value - (other[at] ?? NaN))));

test('every size, filter, activation and sum gives the values of tfjs', () => {
  const act = () => [...convolve([...LAYERS, ...OTHERS]), ...addAll()];
  const before = act();
  for (const kernel of modules.faceKernels(own)) {
    kernel.setupFunc?.(modules.tensorBackend());
    modules.registerKernel(kernel);
  }
  const after = act();
  expect(after.map(({ shape }) => shape)).toEqual(before.map(({ shape }) => shape));
  const apart = after.map(({ values }, i) => apartOf(values, before[i]?.values ?? []));
  expect(Math.max(...apart)).toBeLessThan(1e-5);
});

test('only the result is written, and the filter is read once', () => {
  const heap = new TestHeap();
  const map = { ...heap.fill(6 * 11 * 3, (i) => Math.sin(i)), shape: [1, 6, 11, 3] };
  const filter = { ...heap.fill(27 * 16, (i) => Math.cos(i)), shape: [3, 3, 3, 16] };
  const kernel = new FirstConvolution(own, heap);
  const wanted = { map, filter, bias: undefined, slope: 0, highest: 1 };
  const result = heap.typedArrayFromHeap(kernel.run(wanted));
  expect(heap.isUntouchedBehind(result)).toBe(true);
  expect(result.every((value) => value >= 0 && value <= 1)).toBe(true);
  filter.values.fill(0);
  expect(heap.typedArrayFromHeap(kernel.run(wanted))).toEqual(result);
});

test.each([4, 8, 16, 20, 44])(
  'a sum of %i values is correct, and nothing else is written',
  (length) => {
    const heap = new TestHeap();
    const [one, other] = [heap.fill(length, (i) => i + 0.5), heap.fill(length, (i) => 100 * i)];
    const result = heap.typedArrayFromHeap(new Sum(own, heap).run({ one, other }));
    expect([...result]).toEqual(Array.from({ length }, (_, i) => 101 * i + 0.5));
    expect(heap.isUntouchedBehind(result)).toBe(true);
  },
);

interface Result {
  shape: number[];
  values: number[];
}

const wave = (length: number, step: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin(step * i + 0.3));

/** Runs each layer without a bias, with a bias, and with a bias and each activation. */
function convolve(layers: readonly Layer[]): Result[] {
  const { fused, tensor1d, tensor4d } = modules;
  return layers.flatMap(
    ({ height, width, colours = 3, channels = 8, edge = 3, strides = 2, pad = 'same' }) => {
      const x = tensor4d(wave(height * width * colours, 1.7), [1, height, width, colours]);
      const values = wave(edge ** 2 * colours * channels, 0.9);
      // Each run gets a new filter tensor, because our kernels read a filter and its bias only
      // once.
      const common = () => ({
        x,
        strides,
        pad,
        filter: tensor4d(values, [edge, edge, colours, channels]),
      });
      const bias = tensor1d(wave(channels, 0.4));
      const preluActivationWeights = tensor1d(wave(channels, 0.7));
      return [
        fused.conv2d(common()),
        fused.conv2d({ ...common(), bias }),
        fused.conv2d({ ...common(), bias, activation: 'relu' }),
        fused.conv2d({ ...common(), bias, activation: 'relu6' }),
        fused.conv2d({ ...common(), bias, activation: 'prelu', preluActivationWeights }),
      ].map(resultOf);
    },
  );
}

/**
 * Returns three sums: of tensors of equal shape, of a tensor and a broadcast one, and of tensors
 * whose size our kernel leaves to tfjs.
 */
function addAll(): Result[] {
  const { add, tensor1d, tensor4d } = modules;
  const map = () => tensor4d(wave(36, 1.1), [1, 3, 3, 4]);
  return [
    add(map(), map()),
    add(map(), tensor1d(wave(4, 0.2))),
    add(tensor1d(wave(7, 0.2)), tensor1d(wave(7, 0.3))),
  ].map(resultOf);
}

function resultOf(result: ReturnType<typeof modules.add>): Result {
  return { shape: result.shape, values: [...result.dataSync<'float32'>()] };
}
