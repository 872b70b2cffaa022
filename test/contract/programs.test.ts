// The WebAssembly modules that measure a face or read a document match the hashes that are recorded
// in the source. Receipts identify the modules by these hashes (D-85).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { KERNELS_SOURCE, WASM_SOURCE } from '../../scripts/models.ts';
import { PROGRAMS as OF_DOCUMENTS } from '../../src/workers/documents/programs.ts';
import { PROGRAMS as OF_FACES } from '../../src/workers/face/programs.ts';

test.each([
  ['face', OF_FACES, [WASM_SOURCE, KERNELS_SOURCE]],
  ['documents', OF_DOCUMENTS, ['node_modules/zxing-wasm/dist/reader/zxing_reader.wasm']],
])(
  'programs.ts of the %s Worker contains the hashes of the current files',
  (_, programs, files) => {
    const hashes = files.map((file) => [basename(file), hashOf(file)]);
    expect(programs).toEqual(Object.fromEntries(hashes));
  },
);

const hashOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');
