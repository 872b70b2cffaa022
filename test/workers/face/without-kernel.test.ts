// If our own kernels cannot be compiled, tfjs's kernels are used: they produce the same values in
// the same heap, but take longer (D-101).
import { expect, test } from 'vitest';
import { Variables, writeModule } from '../../../scripts/kernels/wasm.ts';
import type { Detection } from '../../../src/vision/face/detector.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { faceWorker } from '../../support/puppet/face-worker-for-node.ts';
import { loadPhoto } from '../../support/puppet/stills.ts';

test('without the kernels the nets give the same results', async () => {
  const { modules, nets, heapBytes } = await faceWorker('tfjs');
  const portrait = await loadPhoto('human');
  const [found] = nets.detector.detect(portrait, 'thorough') as [Detection];
  const { points } = nets.mesh.settle(portrait, modules.cropAroundDetection(found))!;
  const { age, descriptor } = nets.faceres.describeWithAge(portrait, points);
  // The golden values of nets.test.ts.
  expect(Math.abs(age - 30.8581)).toBeLessThan(1e-3);
  expect(Math.abs(nets.age.estimateFace(portrait, points) - 25.1318)).toBeLessThan(1e-3);
  expect((descriptor[0] ?? 0) * 15.1736).toBeCloseTo(0.0043, 4);
  expect(heapBytes()).toBe(modules.HEAP_BYTES);
});

test('with the kernels every net uses them', async () => {
  const { modules, nets } = await faceWorker('tfjs');
  const portrait = await loadPhoto('human');
  const whole = { cx: 120, cy: 120, side: 240, angle: 0 };
  const { points } = nets.mesh.measure(portrait, whole);
  const all = [
    () => nets.detector.detect(portrait, 'quick'),
    () => nets.mesh.measure(portrait, whole),
    () => nets.age.estimateFace(portrait, points),
    () => nets.faceres.describe(portrait, points),
  ];
  // All nets except the last, faceres, use the `add` kernel.
  const thatAdd = all.slice(0, -1);
  const look = (by: (picture: Picture) => unknown) => () =>
    modules.lookAt({ ...portrait, data: portrait.data.slice() }, by);
  const users = {
    multiply: all,
    convolve1: all,
    convolveColours: all,
    add: thatAdd,
    sampleRgb: [look((picture) => nets.detector.detect(picture, 'quick'))],
    sampleBgr: [look((picture) => nets.faceres.describe(picture, points))],
  };
  for (const [failing, runs] of Object.entries(users)) {
    for (const kernel of modules.faceKernels(makeTrappingModule(failing))) {
      kernel.setupFunc?.(modules.tensorBackend());
      modules.registerKernel(kernel);
    }
    for (const run of runs) expect(run).toThrow('unreachable');
  }
});

const NAMES = [
  'multiply',
  'convolve1',
  'convolve2',
  'convolveColours',
  'add',
  'sampleRgb',
  'sampleBgr',
];

/**
 * Creates a module of kernels with the real names; the one named `failing` traps, and the others do
 * nothing.
 */
function makeTrappingModule(failing: string): WebAssembly.Module {
  const kernels = NAMES.map((name) => ({
    name,
    variables: new Variables(),
    parameters: 0,
    body: name === failing ? [[0x00]] : [],
  }));
  return new WebAssembly.Module(new Uint8Array(writeModule(['tfjs', 'memory'], kernels)));
}
