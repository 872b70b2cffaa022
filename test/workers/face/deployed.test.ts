// The face Worker in its deployed form: its bundle in workerd, called through a service binding
// (D-80).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measurePeak } from '../../../bench/face/isolate-memory.ts';
import { checkPictures } from '../../../bench/face/pictures.ts';
import { freePort } from '../../../bench/oauth/free-port.ts';
import { MODEL_FILES } from '../../../src/vision/face/model-files.ts';
import { type FaceHost, revealed, startFaceHost } from '../../support/installation/face-host.ts';
import { readPhotoFile } from '../../support/puppet/stills.ts';
import { hashBundledPrograms } from '../../support/installation/worker-host.ts';

/**
 * The hash of the model that computed the stored descriptors. If the model changes, every enrolled
 * face is lost.
 */
const ENROLLED = 'dd74b2e43e097a394a613ca2b0f98264ba9308e2b8cb38f29be4b1dbe34cbc9d';

/**
 * The maximum peak memory, out of the platform's 128 MB; `npm run bench -- face` applies the same
 * limit to 300 checks.
 */
const PEAK_AT_MOST = 105 * 2 ** 20;

let folder: string;
let host: FaceHost;
let inspectorPort: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agate-face-'));
  inspectorPort = await freePort();
  host = await startFaceHost(folder, inspectorPort);
}, 120_000);

afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true });
});

test('measures a JPEG, also for two concurrent callers on a cold start, and names its models', async () => {
  const pictures = await revealed('nonce', [await readPhotoFile('human')]);
  const request = { step: 'age', nonce: 'nonce', pictures } as const;
  const [first, second] = await Promise.all([host.measure(request), host.measure(request)]);
  expect(second).toEqual(first);
  expect(first.pictures).toMatchObject([
    { t: 0, ok: true, face: { faces: 1, ages: { faceres: expect.closeTo(30.3, 0) } } },
  ]);
  const nets = Object.values(MODEL_FILES).flat();
  const programs = Object.keys(first.models).filter((file) => !nets.includes(file));
  expect(programs).toEqual(['tfjs-backend-wasm-simd.wasm', 'face-kernels.wasm']);
  expect(programs.map((file) => first.models[file]).toSorted()).toEqual(
    await hashBundledPrograms(folder),
  );
  for (const file of nets) expect(first.models[file]).toMatch(/^[0-9a-f]{64}$/);
  expect(first.descriptorModel).toBe(ENROLLED);
  expect(await host.health()).toMatchObject({ ok: true, descriptorModel: ENROLLED });
});

test('answers 404 to every request over HTTP, including for its models', async () => {
  for (const path of ['/', '/measure', '/faceres.bin'])
    expect((await fetch(`${host.origin}${path}`)).status).toBe(404);
});

test('allocates less memory than the platform allows over 25 checks of a face with an open mouth', async () => {
  const { liveness, age } = await checkPictures();
  const moved = (await revealed('nonce', liveness)).map((one) => ({ ...one, isBentScored: true }));
  const requests = [
    { step: 'liveness', nonce: 'nonce', pictures: moved },
    { step: 'age', nonce: 'nonce', pictures: await revealed('nonce', age) },
  ] as const;
  const peak = await measurePeak(inspectorPort, 'agate-face', 25, async () => {
    for (const request of requests) await host.measure(request);
  });
  expect(peak.heap + peak.buffers + peak.wasm).toBeLessThan(PEAK_AT_MOST);
}, 420_000);
