// The documents Worker in its deployed form: its bundle in workerd, called through a service
// binding.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadRequest } from '../../../src/vision/documents/document-check.ts';
import { lookAtFront } from '../../../src/workers/documents/look-at-front.ts';
import { lookAtTake } from '../../../src/workers/documents/look-at-take.ts';
import { readDocument } from '../../../src/workers/documents/read.ts';
import {
  type DocumentsHost,
  startDocumentsHost,
} from '../../support/installation/documents-host.ts';
import { photographAsJpeg } from '../../support/documents/camera.ts';
import { drawLicence } from '../../support/documents/licences.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';
import { SHOWN_ON } from '../../support/documents/trial.ts';
import { hashLineNet, loadFieldReader } from '../../support/documents/weights.ts';
import { hashBundledPrograms } from '../../support/installation/worker-host.ts';
import { licenceRequestOf, loadReaders, requestOf } from './requests.ts';

let folder: string;
let host: DocumentsHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agate-documents-'));
  host = await startDocumentsHost(folder);
}, 120_000);

afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true });
});

test('reads the same as the code in Node', async () => {
  const request = requestOf(drawSpecimen('td3', 5));
  const answer = await host.read(request);
  expect(answer).toEqual(await readDocument(loadReaders(), request));
  expect(answer).toMatchObject({
    ok: true,
    readings: [{ ok: true }, { ok: true }, { ok: true }],
    models: { 'line-reader.bin': hashLineNet() },
  });
});

test('reads the barcode of a licence, with WebAssembly from its own bundle, and names it', async () => {
  const request = licenceRequestOf(await drawLicence(4, 'wide'));
  const answer = await host.read(request);
  expect(answer).toEqual(await readDocument(loadReaders(), request));
  const [reader = '', ...others] = await hashBundledPrograms(folder);
  expect(others).toEqual([]);
  expect(answer).toMatchObject({
    ok: true,
    readings: [{ ok: true }, { ok: true }, { ok: true }],
    models: { 'zxing_reader.wasm': reader },
  });
});

test('searches for the card around a face with the same result as in Node', async () => {
  const view = { width: 800, height: 600, quality: 85, noise: 3, roll: 2, pitch: 5 };
  const jpeg = photographAsJpeg(drawSpecimen('td1', 5).page, view, 5);
  const face = { left: 150, top: 240, right: 270, bottom: 400 };
  const known = {
    number: 'D23145890',
    birthDate: '1974-08-12',
    surname: 'FLINT',
    givenNames: 'MICA',
  };
  const answer = lookAtFront(loadFieldReader(), { jpeg, face, known });
  expect(await host.lookAtFront({ jpeg, face, known })).toEqual(answer);
  expect(answer).toMatchObject({ ok: true, cards: expect.any(Array) });
  expect(await host.lookAtFront({ jpeg: new Uint8Array(9), face, known })).toEqual({
    ok: false,
    fault: 'not_a_jpeg',
  });
});

test('compares a take with its sides with the same result as in Node', async () => {
  const view = { width: 320, height: 240, quality: 80, noise: 3 };
  const side = drawSpecimen('td1', 5).page;
  const page = photographAsJpeg(side, { ...view, width: 640, height: 480 }, 5);
  const pictures = [1, 2].map((t) => ({ t, jpeg: photographAsJpeg(side, view, t) }));
  const answer = await host.lookAtTake({ page, pictures });
  expect(answer).toEqual(lookAtTake({ page, pictures }));
  expect(answer).toMatchObject({ ok: true, pictures: [{ t: 1 }, { t: 2 }] });
});

test('refuses unreadable input, and answers 404 over HTTP', async () => {
  const request: ReadRequest = {
    kind: 'mrz',
    frames: [],
    page: new Uint8Array(0),
    today: SHOWN_ON,
  };
  expect(await host.read(request)).toEqual({ ok: false, fault: 'strips' });
  expect((await fetch(`${host.origin}/read`)).status).toBe(404);
});

test('has at most 120 kB of code, without the weights and the WebAssembly', async () => {
  expect((await stat(join(folder, 'index.js'))).size).toBeLessThan(120_000);
});
