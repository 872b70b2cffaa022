// Golden values: the nets' results with this project's layers, measured with jpeg-js on x86-64 with
// SIMD. They are the same for all three ways of loading the nets (plain convolutions, freed
// filters, matrix products).
import { encode } from 'jpeg-js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Detection } from '../../../src/vision/face/detector.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { measurePose } from '../../../src/vision/face/pose.ts';
import { sampleBand } from '../../../src/vision/face/sampler.ts';
import { revealed } from '../../support/installation/face-host.ts';
import { faceWorker } from '../../support/puppet/face-worker-for-node.ts';
import { loadPhoto, readPhotoFile } from '../../support/puppet/stills.ts';

interface Golden {
  photo: string;
  /** The upper left corner of the detected face's box. */
  at: [number, number];
  yaw: number;
  ageNet: number;
  /** The age net's estimate from the middle crop alone, as in the Worker. */
  ageNetOnce: number;
  faceres: number;
  /** The first four of the descriptor's 1024 values, before its normalisation to length 1. */
  first: number[];
  length: number;
}

const GOLDEN: Golden[] = [
  {
    photo: 'human',
    at: [25, 19],
    yaw: -3.5,
    ageNet: 25.1318,
    ageNetOnce: 24.8734,
    faceres: 30.8581,
    first: [0.0043, 0, 0.00265, 0.00558],
    length: 15.1736,
  },
  {
    photo: 'sample1.jpg',
    at: [418, 407],
    yaw: -26.5,
    ageNet: 26.1304,
    ageNetOnce: 27.7033,
    faceres: 32.6436,
    first: [0.32305, 0.0561, 0, 0.08901],
    length: 15.5453,
  },
  {
    photo: 'sample1.jpg',
    at: [1491, 266],
    yaw: -6.5,
    ageNet: 39.1043,
    ageNetOnce: 37.4203,
    faceres: 42.8358,
    first: [0, 0, 0.5598, 0],
    length: 14.4828,
  },
  {
    photo: 'sample1.jpg',
    at: [849, 467],
    yaw: -25.5,
    ageNet: 33.6181,
    ageNetOnce: 29.3624,
    faceres: 29.6717,
    first: [0.40984, 0.00284, 0.01664, 0.2185],
    length: 13.6159,
  },
];

describe('golden values', () => {
  const photos = new Map<string, Picture>();

  beforeAll(async () => {
    for (const { photo } of GOLDEN) photos.set(photo, await loadPhoto(photo));
  });

  test.each(GOLDEN)('of $photo at $at', async ({ photo, at, ...golden }) => {
    const { modules, nets } = await faceWorker();
    const picture = photos.get(photo)!;
    const found = nets.detector
      .detect(picture, 'thorough')
      .find(({ box }) => Math.hypot(box[0] - at[0], box[1] - at[1]) < 2)!;
    const { points } = nets.mesh.settle(picture, modules.cropAroundDetection(found))!;
    expect(measurePose(points).yaw).toBeCloseTo(golden.yaw, 0);
    const { age, descriptor } = nets.faceres.describeWithAge(picture, points);
    expect(Math.abs(age - golden.faceres)).toBeLessThan(1e-3);
    expect(nets.faceres.describe(picture, points)).toEqual(descriptor);
    expect(Math.abs(nets.age.estimateFace(picture, points) - golden.ageNet)).toBeLessThan(1e-3);
    const once = nets.age.estimateMiddle(picture, points);
    expect(Math.abs(once - golden.ageNetOnce)).toBeLessThan(1e-3);
    expect(descriptor).toHaveLength(1024);
    expect(Math.hypot(...descriptor)).toBeCloseTo(1, 6);
    for (const [i, value] of golden.first.entries())
      expect((descriptor[i] ?? 0) * golden.length).toBeCloseTo(value, 4);
  });
});

/** Returns the picture's RGBA pixels, scaled to a square with this edge length. */
function enlarged(picture: Picture, edge: number): Uint8Array {
  const { width, height } = picture;
  const crop = { cx: width / 2, cy: height / 2, side: Math.max(width, height), angle: 0 };
  const size = { width: edge, height: edge };
  const rgb = sampleBand(picture, crop, size, { scale: 1, offset: [0, 0, 0] });
  return Uint8Array.from({ length: 4 * edge * edge }, (_, i) => rgb[3 * (i >> 2) + (i & 3)] ?? 0);
}

test('the initially reserved heap is sufficient, and no tensor outlives its picture', async () => {
  const { modules, nets, heapBytes } = await faceWorker();
  const portrait = await loadPhoto('human');
  const tensors = modules.tensorBackend().numDataIds();
  for (let i = 0; i < 4; i++) {
    const search = i % 2 === 0 ? 'quick' : 'thorough';
    const [found] = nets.detector.detect(portrait, search) as [Detection];
    const { points } = nets.mesh.settle(portrait, modules.cropAroundDetection(found))!;
    nets.faceres.describeWithAge(portrait, points);
    nets.age.estimateFace(portrait, points);
  }
  expect(modules.measurePortrait(nets, await readPhotoFile('human'))).toMatchObject({ ok: true });
  // The largest size at which the pixels of a picture fit in the heap.
  const { data } = encode(
    { data: Buffer.from(enlarged(portrait, 512)), width: 512, height: 512 },
    60,
  );
  const pictures = await revealed('heap', [new Uint8Array(data)]);
  const measured = await modules.measurePictures(nets, { step: 'age', nonce: 'heap', pictures });
  expect(measured).toMatchObject([{ ok: true }]);
  expect(modules.tensorBackend().numDataIds()).toBe(tensors);
  expect(heapBytes()).toBe(modules.HEAP_BYTES);
});

test.each([
  { name: 'lie in the heap during a look, and nowhere after it', edge: 512, isInHeap: true },
  { name: 'stay outside where they are many', edge: 513, isInHeap: false },
])('pixels $name', async ({ edge, isInHeap }) => {
  const { modules, heapBytes } = await faceWorker();
  const before = modules.tensorBackend().numDataIds();
  const data = new Uint8Array(4 * edge * edge);
  const mark = Buffer.from(Array.from({ length: 64 }, (_, i) => (31 * i + 7) % 256));
  data.set(mark, 4000);
  const heap = () => {
    const { wasm } = modules.tensorBackend() as unknown as { wasm: { HEAPU8: Uint8Array } };
    return Buffer.from(wasm.HEAPU8.buffer).includes(mark);
  };
  const fault = modules.lookAt({ data, width: edge, height: edge }, () => {
    expect(heap()).toBe(isInHeap);
    throw new RangeError('too small');
  });
  expect([fault, heap(), data.length]).toEqual(['unreadable', false, 0]);
  expect(modules.tensorBackend().numDataIds()).toBe(before);
  expect(heapBytes()).toBe(modules.HEAP_BYTES);
});
