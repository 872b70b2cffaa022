// The number of times that each net runs for the pictures of a request: a measure of the cost of a
// check that needs no clock.
import { afterEach, expect, test, vi } from 'vitest';
import type { RevealedPicture, RevealStep } from '../../../src/vision/face/face-wire.ts';
import { revealed } from '../../support/installation/face-host.ts';
import { faceWorker } from '../../support/puppet/face-worker-for-node.ts';
import { readPhotoFile } from '../../support/puppet/stills.ts';

const NONCE = 'nonce-of-the-challenge';

afterEach(() => vi.restoreAllMocks());

/**
 * @param asked the measurements requested of each picture; all pictures are the same portrait, in
 * which the head is turned by 5.5 degrees
 */
async function runsFor(step: RevealStep, asked: readonly Partial<RevealedPicture>[]) {
  const { modules, nets } = await faceWorker();
  const portrait = await readPhotoFile('human');
  const pictures = await revealed(
    NONCE,
    asked.map(() => portrait),
  );
  const faceres = [vi.spyOn(nets.faceres, 'describe'), vi.spyOn(nets.faceres, 'describeWithAge')];
  const ageNet = vi.spyOn(nets.age, 'estimate');
  const mesh = vi.spyOn(nets.mesh, 'measure');
  const detector = vi.spyOn(nets.detector, 'detect');
  const request = pictures.map((picture, index) => ({ ...picture, ...asked[index] }));
  const measured = await modules.measurePictures(nets, { step, nonce: NONCE, pictures: request });
  expect(measured.every(({ ok }) => ok)).toBe(true);
  return {
    detector: detector.mock.calls.length,
    mesh: mesh.mock.calls.length / asked.length,
    faceres: faceres.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    ageNet: ageNet.mock.calls.length,
  };
}

const AS_DRAWN = [
  { isDescribed: true },
  { isDescribed: true, describedWithin: 30 },
  { isDescribed: true, describedWithin: 5 },
  { isDescribed: false },
  { isDescribed: false, describedWithin: 30 },
];

test('for the movements, faceres runs on the described pictures, and AgeNet on none', async () => {
  const runs = await runsFor('liveness', AS_DRAWN);
  expect(runs).toEqual({ detector: 5, mesh: 2, faceres: 2, ageNet: 0 });
});

test('for the age step, each net that estimates runs once per picture', async () => {
  const runs = await runsFor('age', [{}, {}, {}]);
  expect(runs).toEqual({ detector: 3, mesh: 2, faceres: 3, ageNet: 3 });
});

test('for frontal pictures without an age, AgeNet does not run', async () => {
  const runs = await runsFor('face', [{}, {}, {}]);
  expect(runs).toMatchObject({ faceres: 3, ageNet: 0 });
});
