// Copies the face engine's models and wasm from the installed packages into the build, under names
// with a content hash, so that they can be cached forever. Also copies the face Worker's files,
// under their own names. None of the copies are committed.

import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MODEL_FILES, type ModelName } from '../src/vision/face/model-files.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const HUMAN_MODELS = 'node_modules/@vladmandic/human/models';
const FACE_API_MODELS = 'node_modules/@vladmandic/face-api/model';
/** The download budget of the page's models, in bytes (D-21). */
const MAX_MODEL_BYTES = 5_000_000;

/** The path of each file of MODEL_FILES after `npm ci`. */
export const MODEL_SOURCES: Record<string, string> = Object.fromEntries([
  ...[...MODEL_FILES.blazeface, ...MODEL_FILES.facemesh, ...MODEL_FILES.faceres].map((file) => [
    file,
    `${HUMAN_MODELS}/${file}`,
  ]),
  ...MODEL_FILES.age.map((file) => [file, `${FACE_API_MODELS}/${file}`]),
]);

/**
 * The single-threaded build with SIMD, which every browser with the required camera API supports.
 */
export const WASM_SOURCE =
  'node_modules/@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm';

/** The face Worker's kernels, which `npm run generate:kernels` writes. */
export const KERNELS_SOURCE = 'src/workers/face/face-kernels.wasm';

export interface CopiedFile {
  /** The name that the engine uses for the file. */
  file: string;
  /** The name in the target directory. */
  copy: string;
  bytes: number;
}

/**
 * The models that the hosted page loads; faceres is too large for the page, and runs only in the
 * face Worker.
 */
type PageModel = Exclude<ModelName, 'faceres'>;

export interface CopiedModels {
  models: Record<PageModel, CopiedFile[]>;
  wasm: CopiedFile;
}

/**
 * Copies the page's models and the wasm module into a directory (created if missing), as
 * `<name>-<first 8 hex digits of SHA-256><extension>`.
 * @param targetDirectory absolute, or relative to the working directory
 * @returns what a page needs to find the files and to show the progress
 * @throws when a source is missing or the models exceed their limit of 5 MB
 */
export async function copyModels(targetDirectory: string): Promise<CopiedModels> {
  await mkdir(targetDirectory, { recursive: true });
  const copyAll = (name: PageModel) =>
    Promise.all(
      MODEL_FILES[name].map((file) => copyHashed(MODEL_SOURCES[file] ?? file, targetDirectory)),
    );
  const models = {
    blazeface: await copyAll('blazeface'),
    facemesh: await copyAll('facemesh'),
    age: await copyAll('age'),
  };
  const bytes = Object.values(models)
    .flat()
    .reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > MAX_MODEL_BYTES) {
    throw new Error(`The models have ${bytes} bytes, more than ${MAX_MODEL_BYTES}.`);
  }
  return { models, wasm: await copyHashed(WASM_SOURCE, targetDirectory) };
}

/**
 * Copies the models of the face Worker.
 * @param targetDirectory an absolute path; the directory is replaced
 */
export async function copyFaceModels(targetDirectory: string): Promise<void> {
  await rm(targetDirectory, { recursive: true, force: true });
  await mkdir(targetDirectory, { recursive: true });
  for (const [file, source] of Object.entries(MODEL_SOURCES))
    await copyFile(join(ROOT, source), join(targetDirectory, file));
}

async function copyHashed(source: string, targetDirectory: string): Promise<CopiedFile> {
  const content = await readFile(join(ROOT, source));
  const file = basename(source);
  const extension = extname(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const copy = `${basename(file, extension)}-${hash}${extension}`;
  await writeFile(join(targetDirectory, copy), content);
  return { file, copy, bytes: content.length };
}
