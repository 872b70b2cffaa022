import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CopiedModels, copyModels } from '../../../scripts/models.ts';
import { MODEL_FILES } from '../../../src/vision/face/model-files.ts';

let directory: string;
let copied: CopiedModels;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agate-models-'));
  copied = await copyModels(join(directory, 'models'));
});

afterAll(() => rm(directory, { recursive: true }));

test('every file of every model is copied, and the wasm module', async () => {
  for (const [name, files] of Object.entries(copied.models)) {
    expect(files.map(({ file }) => file)).toEqual(MODEL_FILES[name as keyof typeof MODEL_FILES]);
  }
  const copies = [...Object.values(copied.models).flat(), copied.wasm].map(({ copy }) => copy);
  expect((await readdir(join(directory, 'models'))).toSorted()).toEqual(copies.toSorted());
});

test('a file name contains the hash of its content, so that it can be cached forever', async () => {
  for (const { file, copy, bytes } of [...copied.models.age, copied.wasm]) {
    const content = await readFile(join(directory, 'models', copy));
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    expect(copy).toBe(file.replace(/(\.\w+)$/, `-${hash}$1`));
    expect(bytes).toBe(content.length);
  }
});

test('a visitor loads at most 5 MB of models', () => {
  const bytes = Object.values(copied.models)
    .flat()
    .reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeGreaterThan(2_000_000);
  expect(bytes).toBeLessThan(5_000_000);
});
