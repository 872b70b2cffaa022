// The order in which the face Worker checks a request: hash, bytes, pixels (D-80).
import jpeg from 'jpeg-js';
import { expect, test } from 'vitest';
import {
  MAX_REVEALED_PICTURES,
  type MeasuredPicture,
  type RevealStep,
} from '../../../src/vision/face/face-wire.ts';
import { MAX_BENT } from '../../../src/domain/verification/rules/evidence/bent-pictures.ts';
import type { Picture } from '../../../src/vision/face/picture.ts';
import { revealed } from '../../support/installation/face-host.ts';
import { faceWorker } from '../../support/puppet/face-worker-for-node.ts';
import { turnHead } from '../../support/puppet/puppet.ts';
import { loadStill, readPhotoFile } from '../../support/puppet/stills.ts';
import { claimSize, noise, withComponents } from '../../vision/jpeg/jpegs.ts';

type Jpeg = Uint8Array<ArrayBuffer>;

const NONCE = 'nonce-of-the-challenge';

async function measure(jpegs: readonly Jpeg[], step: RevealStep = 'liveness') {
  const { modules, nets } = await faceWorker();
  const pictures = await revealed(NONCE, jpegs);
  return modules.measurePictures(nets, { step, nonce: NONCE, pictures });
}

const toJpeg = ({ data, width, height }: Picture): Jpeg =>
  new Uint8Array(jpeg.encode({ data: Buffer.from(data), width, height }, 90).data);

const faultOf = (picture: MeasuredPicture | undefined) =>
  picture?.ok === false ? picture.fault : picture;

test('returns the results of the nets for a portrait, and its age only in the age step', async () => {
  const portrait = await readPhotoFile('human');
  const [moved] = await measure([portrait]);
  const [aged] = await measure([portrait], 'age');
  expect(moved).toMatchObject({ t: 0, ok: true, face: { faces: 1 } });
  if (!moved?.ok || !aged?.ok) throw new Error('no face');
  expect(moved.face.ages).toBeUndefined();
  expect(aged.face).toEqual({
    ...moved.face,
    ages: {
      ageNet: expect.closeTo(24.09, 1),
      faceres: expect.closeTo(30.3, 0),
      head: { id: expect.any(String), score: expect.any(Number) },
    },
  });
  const { pose, x, y, width, descriptor, mesh, light, grey } = moved.face;
  expect(pose.yaw).toBeCloseTo(-3.5, 0);
  expect([x, y, width].map((share) => Math.round(100 * share))).toEqual([50, 49, 65]);
  expect([descriptor.length, mesh.length]).toEqual([1024, 2 * 468]);
  expect(light?.skin).toHaveLength(2);
  expect(grey?.values.length).toBeGreaterThan(400);
});

test('returns no descriptor unless it is requested, and returns everything else', async () => {
  const { modules, nets } = await faceWorker();
  const [picture] = await revealed(NONCE, [await readPhotoFile('human')]);
  if (!picture) throw new Error('no picture');
  const ask = (isDescribed: boolean) =>
    modules.measurePictures(nets, {
      step: 'liveness',
      nonce: NONCE,
      pictures: [{ ...picture, isDescribed }],
    });
  const [[described], [plain]] = [await ask(true), await ask(false)];
  if (!described?.ok || !plain?.ok) throw new Error('no face');
  expect(plain.face).toEqual({ ...described.face, descriptor: [] });
});

test('scores how bent a picture looks only on request, higher for a bent one, turned to either side', async () => {
  const { modules, nets } = await faceWorker();
  const still = await loadStill('frontal');
  const scoreOf = async (picture: Picture, isBentScored = true) => {
    const [sent] = await revealed(NONCE, [toJpeg(picture)]);
    if (!sent) throw new Error('no picture');
    const request = {
      step: 'liveness',
      nonce: NONCE,
      pictures: [{ ...sent, isBentScored }],
    } as const;
    const [measured] = await modules.measurePictures(nets, request);
    if (!measured?.ok) throw new Error('no face');
    return measured.face.bent;
  };
  const turned = (yaw: number) => turnHead(still, { ...still.pose, yaw: still.pose.yaw + yaw });
  expect(await scoreOf(still.picture, false)).toBeUndefined();
  const rest = await scoreOf(still.picture);
  expect(rest?.id).toMatch(/^[0-9a-f]{16}$/);
  for (const yaw of [-22, 22])
    expect((await scoreOf(turned(yaw)))?.score).toBeGreaterThan(
      (rest?.score ?? NaN) + MAX_BENT.standard,
    );
});

test('returns no descriptor of a face that is turned too far, and returns everything else', async () => {
  const { modules, nets } = await faceWorker();
  const [picture] = await revealed(NONCE, [await readPhotoFile('human')]);
  if (!picture) throw new Error('no picture');
  const ask = async (step: RevealStep, describedWithin?: number) => {
    const limit = describedWithin === undefined ? {} : { describedWithin };
    const request = { step, nonce: NONCE, pictures: [{ ...picture, ...limit }] };
    const [measured] = await modules.measurePictures(nets, request);
    if (!measured?.ok) throw new Error('no face');
    return measured.face;
  };
  const described = await ask('liveness');
  const { yaw, pitch } = described.pose;
  const turn = Math.max(Math.abs(yaw), Math.abs(pitch));
  expect(await ask('liveness', turn)).toEqual(described);
  expect(await ask('liveness', turn - 0.01)).toEqual({ ...described, descriptor: [] });
  expect((await ask('age', turn - 0.01)).ages).toBeUndefined();
});

test('answers for every picture in order, whatever is wrong with the others', async () => {
  const portrait = await readPhotoFile('human');
  const plain = noise(64, 48);
  const measured = await measure([
    new Uint8Array(0),
    portrait,
    claimSize(plain, 65_500, 65_500),
    withComponents(plain, 4),
    plain,
    noise(24, 24),
  ]);
  expect(measured.map(({ t }) => t)).toEqual([0, 100, 200, 300, 400, 500]);
  const faults = ['not_a_jpeg', 'too_large', 'unreadable', 'no_face', 'unreadable'];
  expect(measured.filter(({ ok }) => !ok).map(faultOf)).toEqual(faults);
  expect(measured[1]?.ok).toBe(true);
});

test('does not process a picture whose hash was not committed: other bytes, time or nonce', async () => {
  const { modules, nets } = await faceWorker();
  const bomb = claimSize(noise(64, 48), 65_500, 65_500);
  const [picture, bombed] = await revealed(NONCE, [await readPhotoFile('human'), bomb]);
  if (!picture || !bombed) throw new Error('no pictures');
  const edited = picture.jpeg.slice();
  edited[edited.length - 9] = 1 ^ (edited.at(-9) ?? 0);
  const measureOne = (one: typeof picture, nonce = NONCE) =>
    modules.measurePictures(nets, { step: 'liveness', nonce, pictures: [one] });
  for (const answer of [
    await measureOne({ ...picture, jpeg: edited }),
    await measureOne({ ...picture, t: picture.t + 1 }),
    await measureOne(picture, 'another-nonce'),
    await measureOne({ ...bombed, hash: picture.hash }),
    await measureOne({ ...picture, hash: '' }),
  ])
    expect(answer.map(faultOf)).toEqual(['not_committed']);
});

test('measures at most as many pictures as a step may request', async () => {
  const many = Array.from({ length: MAX_REVEALED_PICTURES + 1 }, () => new Uint8Array(0));
  await expect(measure(many)).rejects.toThrow(RangeError);
});
