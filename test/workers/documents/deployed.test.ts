// The documents Worker as it would be deployed: its bundle in workerd, called through a service binding.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadRequest } from '../../../src/vision/documents/document-check.ts';
import { readDocument } from '../../../src/workers/documents/read.ts';
import {
  type DocumentsHost,
  startDocumentsHost,
} from '../../support/installation/documents-host.ts';
import { drawLicence } from '../../support/documents/licences.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';
import { SHOWN_ON } from '../../support/documents/trial.ts';
import { hashLineNet } from '../../support/documents/weights.ts';
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

test('reads what the same code reads in Node', async () => {
  const request = requestOf(drawSpecimen('td3', 5));
  const answer = await host.read(request);
  expect(answer).toEqual(await readDocument(loadReaders(), request));
  expect(answer).toMatchObject({
    ok: true,
    readings: [{ ok: true }, { ok: true }, { ok: true }],
    models: { 'line-reader.bin': hashLineNet() },
  });
});

test('reads the barcode of a licence, in WebAssembly from its own bundle, and names it', async () => {
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

test('refuses what it cannot read, and answers 404 over HTTP', async () => {
  const request: ReadRequest = {
    kind: 'mrz',
    frames: [],
    page: new Uint8Array(0),
    today: SHOWN_ON,
  };
  expect(await host.read(request)).toEqual({ ok: false, fault: 'strips' });
  expect((await fetch(`${host.origin}/read`)).status).toBe(404);
});

test('its code has 160 kB at most, without the weights and the WebAssembly', async () => {
  expect((await stat(join(folder, 'index.js'))).size).toBeLessThan(160_000);
});
