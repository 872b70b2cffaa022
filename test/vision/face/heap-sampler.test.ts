// The kernel that samples pictures (D-101), compared with the page's own sampler.
import { expect, test } from 'vitest';
import { writeFaceKernels } from '../../../scripts/kernels/face-kernels.ts';
import { HeapSampler } from '../../../src/vision/face/heap-sampler.ts';
import { type Normalisation, sampleBand } from '../../../src/vision/face/sampler.ts';
import { TestHeap } from '../../support/puppet/test-heap.ts';

const PICTURE = { width: 48, height: 36 };
const DATA = Uint8Array.from({ length: PICTURE.width * PICTURE.height * 4 }, (_, i) => 97 * i * i);
const UNIT: Normalisation = { scale: 1 / 127.5, offset: [-1, -0.5, 0.25] };
const SWAPPED: Normalisation = { scale: 1, offset: [-123.68, -116.779, -103.939], order: 'bgr' };

const MIDDLE = { cx: 24, cy: 18, side: 30, angle: 0 };
const CASES = {
  'a crop': MIDDLE,
  'a turned one': { ...MIDDLE, angle: 0.4 },
  'one that is shrunk': { ...MIDDLE, side: 46, angle: -1.2 },
  'one that is enlarged': { ...MIDDLE, side: 7, angle: 3 },
  'one beyond the edges': { cx: 2, cy: 33, side: 40, angle: 0.2 },
  'one outside': { cx: 200, cy: -90, side: 20, angle: 0 },
  'as many samples as there are': { ...MIDDLE, side: 400 },
  'one that is mirrored and shrunk': { ...MIDDLE, side: 46, angle: 0.3, isMirrored: true },
};

test.each(Object.entries(CASES))(
  '%s: gives the same values as the page, and writes nothing else',
  (_, crop) => {
    for (const normalisation of [UNIT, SWAPPED])
      for (const size of [
        { width: 16, height: 12 },
        { width: 5, height: 9 },
      ]) {
        const heap = new TestHeap();
        const pixels = { ...heap.fill(DATA.length / 4, () => 0), shape: [36, 48] };
        const { buffer, byteOffset } = pixels.values;
        new Uint8Array(buffer, byteOffset, DATA.length).set(DATA);
        const sampler = new HeapSampler(
          new WebAssembly.Module(new Uint8Array(writeFaceKernels())),
          heap,
        );
        const result = sampler.run({ pixels, crop, size, normalisation });
        const values = heap.typedArrayFromHeap(result);
        const expected = sampleBand({ ...PICTURE, data: DATA }, crop, size, normalisation);
        const apart = expected.map((value, at) => Math.abs(value - (values[at] ?? NaN)));
        expect(Math.max(...apart)).toBeLessThan(2e-7 * 255 * normalisation.scale);
        expect(values).toHaveLength(expected.length);
        expect(result.shape).toEqual([1, size.height, size.width, 3]);
        expect(heap.isUntouchedBehind(values)).toBe(true);
      }
  },
);
