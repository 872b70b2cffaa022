// Where our own kernel cannot be compiled, tfjs multiplies: the same values, in the same heap, in more time (D-101).
import { expect, test } from 'vitest';
import { Variables, writeModule } from '../../scripts/kernels/wasm.ts';
import type { Detection } from '../../src/engine/detector.ts';
import { faceWorker } from '../support/puppet/face-worker-for-node.ts';
import { loadPhoto } from '../support/puppet/stills.ts';

test('without the kernel the nets say the same', async () => {
  const { modules, nets, heapBytes } = await faceWorker('tfjs');
  const portrait = await loadPhoto('human');
  const [found] = nets.detector.detect(portrait, 'thorough') as [Detection];
  const { points } = nets.mesh.settle(portrait, modules.cropAroundDetection(found))!;
  const { age, descriptor } = nets.faceres.describe(portrait, points);
  // The golden values of nets.test.ts.
  expect(Math.abs(age - 30.8581)).toBeLessThan(1e-3);
  expect(Math.abs(nets.age.estimateFace(portrait, points) - 25.1318)).toBeLessThan(1e-3);
  expect((descriptor[0] ?? 0) * 15.1736).toBeCloseTo(0.0043, 4);
  expect(heapBytes()).toBe(modules.HEAP_BYTES);
});

test('where it is there every net uses it', async () => {
  const { modules, nets } = await faceWorker('tfjs');
  const portrait = await loadPhoto('human');
  const whole = { cx: 120, cy: 120, side: 240, angle: 0 };
  const { points } = nets.mesh.measure(portrait, whole);
  for (const kernel of modules.productKernels(trap())) {
    kernel.setupFunc?.(modules.tensorBackend());
    modules.registerKernel(kernel);
  }
  expect(() => nets.detector.detect(portrait, 'quick')).toThrow('unreachable');
  expect(() => nets.mesh.measure(portrait, whole)).toThrow('unreachable');
  expect(() => nets.faceres.describe(portrait, points)).toThrow('unreachable');
  expect(() => nets.age.estimateFace(portrait, points)).toThrow('unreachable');
});

/** A kernel of the same name that only fails. */
function trap(): WebAssembly.Module {
  const parameters = 0;
  const body = [[0x00]];
  const memory = ['tfjs', 'memory'] as const;
  const bytes = writeModule({
    memory,
    name: 'multiply',
    variables: new Variables(),
    parameters,
    body,
  });
  return new WebAssembly.Module(new Uint8Array(bytes));
}
