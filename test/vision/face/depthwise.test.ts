// The kernels for depthwise convolutions (D-101), compared with the tfjs kernels that they replace.
import { beforeAll, expect, test } from 'vitest';
import { compileKernels, compileWasm, importBundle } from '../../support/puppet/bundle.ts';
import { Depthwise } from '../../../src/vision/face/depthwise.ts';
import type * as Entry from '../../support/puppet/face-worker-entry.ts';
import { TestHeap } from '../../support/puppet/test-heap.ts';

type Settings = Parameters<typeof Entry.fused.depthwiseConv2d>[0];

const FOLDERS = ['src/vision/face', 'src/workers/face', 'src/vision/jpeg', 'src/crypto'];

let modules: typeof Entry;
let own: WebAssembly.Module;

beforeAll(async () => {
  modules = (await importBundle(
    'test/support/puppet/face-worker-entry.ts',
    FOLDERS,
  )) as typeof Entry;
  own = (await compileKernels())!;
  await modules.startWasmBackend(await compileWasm(), { kernels: modules.FACERES_KERNELS });
});

const SIZES = [
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
  [3, 5],
  [4, 4],
  [5, 8],
  [9, 6],
  [7, 7],
] as const;
const LAYERS = SIZES.flatMap(([height, width]) =>
  ([1, 2] as const).flatMap((strides) =>
    [4, 24].map((channels) => ({ height, width, strides, channels, pad: 'same' as const })),
  ),
);
/**
 * Layers that our kernels leave to tfjs because they do not support them: without padding, with a
 * number of channels that is not a multiple of four, with a filter that is not 3 x 3, or with a
 * stride of three.
 */
const OTHERS = [
  { height: 6, width: 6, strides: 1, channels: 8, pad: 'valid' as const },
  { height: 6, width: 7, strides: 1, channels: 6, pad: 'same' as const },
  { height: 6, width: 7, strides: 1, channels: 4, pad: 'same' as const, edge: 5 },
  { height: 9, width: 9, strides: 3, channels: 4, pad: 'same' as const },
];

type Layer = Pick<Settings, 'strides' | 'pad'> &
  Record<'height' | 'width' | 'channels', number> & { edge?: number };

test('every size, stride and activation gives the values of tfjs', () => {
  const before = run([...LAYERS, ...OTHERS]);
  for (const kernel of modules.faceKernels(own)) {
    kernel.setupFunc?.(modules.tensorBackend());
    modules.registerKernel(kernel);
  }
  const after = run([...LAYERS, ...OTHERS]);
  expect(after.map(({ shape }) => shape)).toEqual(before.map(({ shape }) => shape));
  const apart = after.map(({ values }, i) =>
    Math.max(...values.map((value, at) => Math.abs(value - (before[i]?.values[at] ?? NaN)))),
  );
  expect(Math.max(...apart)).toBeLessThan(1e-5);
  expect(apart.slice(-OTHERS.length)).toEqual(OTHERS.flatMap(() => 0));
});

test.each([1, 2] as const)(
  'stride %i: only the result is written, and the filter is read once',
  (stride) => {
    const heap = new TestHeap();
    const map = { ...heap.fill(5 * 6 * 8, (i) => Math.sin(i)), shape: [1, 5, 6, 8] };
    const filter = { ...heap.fill(9 * 8, (i) => Math.cos(i)), shape: [3, 3, 8, 1] };
    const kernel = new Depthwise(own, heap);
    const wanted = { map, filter, bias: undefined, stride, lowest: -1, highest: 1 };
    const result = heap.typedArrayFromHeap(kernel.run(wanted));
    expect(heap.isUntouchedBehind(result)).toBe(true);
    expect(result.every((value) => Math.abs(value) <= 1)).toBe(true);
    expect([...map.values]).toEqual([...Float32Array.from({ length: 240 }, (_, i) => Math.sin(i))]);
    filter.values.fill(0);
    expect(heap.typedArrayFromHeap(kernel.run(wanted))).toEqual(result);
  },
);

interface Result {
  shape: number[];
  values: number[];
}

/**
 * Runs each layer twice: with neither a bias nor an activation, and with a bias and an activation
 * that clips at both ends.
 */
function run(layers: readonly Layer[]): Result[] {
  const { depthwiseConv2d, fused, tensor1d, tensor4d } = modules;
  return layers.flatMap(({ height, width, channels, edge = 3, strides, pad }) => {
    const wave = (length: number, step: number) =>
      Float32Array.from({ length }, (_, i) => 3 * Math.sin(step * i + 0.3));
    const x = tensor4d(wave(height * width * channels, 1.7), [1, height, width, channels]);
    const filter = tensor4d(wave(edge ** 2 * channels, 0.9), [edge, edge, channels, 1]);
    const biased = tensor4d(filter.dataSync(), filter.shape);
    const bias = tensor1d(wave(channels, 0.4));
    const plain = depthwiseConv2d(x, filter, strides, pad);
    const cut = fused.depthwiseConv2d({
      x,
      filter: biased,
      strides,
      pad,
      bias,
      activation: 'relu6',
    });
    return [plain, cut].map((result) => ({
      shape: result.shape,
      values: [...result.dataSync<'float32'>()],
    }));
  });
}
