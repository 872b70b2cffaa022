// Loads the document networks with the weights in `data`.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FieldNet } from '../../../src/vision/documents/field-net.ts';
import { LineNet } from '../../../src/vision/documents/line-net.ts';

import type { FieldReader } from '../../../src/workers/documents/look-at-front.ts';

const LINE_READER = 'data/line-reader.bin';
const FIELD_READER = 'data/field-reader.bin';

const bytesOf = (path: string): ArrayBuffer => new Uint8Array(readFileSync(path)).buffer;
const hashOf = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');

export const loadLineNet = (): LineNet => new LineNet(bytesOf(LINE_READER));

/** Returns the SHA-256 of the line reader's weights, in hexadecimal. */
export const hashLineNet = (): string => hashOf(LINE_READER);

export const loadFieldReader = (): FieldReader => ({
  net: new FieldNet(bytesOf(FIELD_READER)),
  netHash: hashOf(FIELD_READER),
});
