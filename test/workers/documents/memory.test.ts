// The memory that reading a document leaves allocated. All requests in a Worker's isolate share 128
// MB, and the garbage collector is slow to free buffers.
import { expect, test } from 'vitest';
import type { ReadRequest } from '../../../src/vision/documents/document-check.ts';
import { lookAtFront } from '../../../src/workers/documents/look-at-front.ts';
import { readDocument } from '../../../src/workers/documents/read.ts';
import { photographAsJpeg } from '../../support/documents/camera.ts';
import { drawIssuedCard, ISSUERS } from '../../support/documents/issued-cards.ts';
import { drawLicence } from '../../support/documents/licences.ts';
import { placeIn } from '../../support/documents/projection.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';
import { loadFieldReader } from '../../support/documents/weights.ts';
import { licenceRequestOf, loadReaders, requestOf } from './requests.ts';

const READS = 6;
const MIB = 1024 * 1024;

const readers = loadReaders();

test.each<[string, number, () => Promise<ReadRequest>]>([
  ['a zone', MIB, async () => requestOf(drawSpecimen('td3', 5))],
  // The limit is higher because the barcode reader makes its own copies of the pixels.
  ['a barcode', 2 * MIB, async () => licenceRequestOf(await drawLicence(4, 'wide'))],
])('leaves almost no buffer behind, with the largest page: %s', async (_, most, make) => {
  const request = await make();
  const read = async () => expect(await readDocument(readers, request)).toMatchObject({ ok: true });
  // The first reads allocate memory that all later reads reuse.
  for (let i = 0; i < 2; i++) await read();
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < READS; i++) await read();
  expect((process.memoryUsage().arrayBuffers - before) / READS).toBeLessThan(most);
});

test('looking at a front leaves almost no buffer behind either', () => {
  const [issuer] = ISSUERS;
  if (issuer === undefined) throw new Error('There are issuers.');
  const { page, face, known } = drawIssuedCard(issuer, 3);
  const view = { width: 1600, height: 1200, quality: 85, noise: 3, roll: 1, pitch: 4 };
  const request = { jpeg: photographAsJpeg(page, view, 3), face: placeIn(page, view, face), known };
  const fields = loadFieldReader();
  const look = () => expect(lookAtFront(fields, request)).toMatchObject({ ok: true });
  for (let i = 0; i < 2; i++) look();
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < READS; i++) look();
  expect((process.memoryUsage().arrayBuffers - before) / READS).toBeLessThan(MIB);
});
