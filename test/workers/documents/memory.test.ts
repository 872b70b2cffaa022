// What a read leaves in memory. A Worker's isolate has 128 MB for all of them, and no collector that hurries for buffers.
import { expect, test } from 'vitest';
import type { ReadRequest } from '../../../src/vision/documents/document-check.ts';
import { readDocument } from '../../../src/workers/documents/read.ts';
import { drawLicence } from '../../support/documents/licences.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';
import { licenceRequestOf, loadReaders, requestOf } from './requests.ts';

const READS = 6;
const MIB = 1024 * 1024;

const readers = loadReaders();

test.each<[string, number, () => Promise<ReadRequest>]>([
  ['a zone', MIB, async () => requestOf(drawSpecimen('td3', 5))],
  // Its reader's own copies of the pixels.
  ['a barcode', 2 * MIB, async () => licenceRequestOf(await drawLicence(4, 'wide'))],
])('leaves hardly a buffer behind, on the largest page: %s', async (_, most, make) => {
  const request = await make();
  const read = async () => expect(await readDocument(readers, request)).toMatchObject({ ok: true });
  // The first ones fill what all later ones use again.
  for (let i = 0; i < 2; i++) await read();
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < READS; i++) await read();
  expect((process.memoryUsage().arrayBuffers - before) / READS).toBeLessThan(most);
});
