// Bundles parts of the engine as one module for Node, because tfjs's modules import each other
// without file extensions, which Node cannot resolve. The bundle is built in the same way as the
// page's engine.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { ReadFile } from '../../../src/vision/face/model-files.ts';
import { MODEL_SOURCES, KERNELS_SOURCE, WASM_SOURCE } from '../../../scripts/models.ts';
import { cachedFile, hashInputs, ROOT, versionFiles } from './cache.ts';

/**
 * @param entry the path of the bundle's entry module, relative to the root
 * @param folders the folders and single files that the cache key covers
 */
export async function importBundle(entry: string, folders: readonly string[]): Promise<unknown> {
  const hash = await hashInputs([
    ...folders,
    entry,
    ...versionFiles('@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-wasm', 'vite'),
  ]);
  const name = basename(entry, '-entry.ts');
  const file = await cachedFile(`${name}-${hash}.mjs`, (path) => bundle(entry, path));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** Returns the engine's compiled WebAssembly module. */
export async function compileWasm(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(new Uint8Array(await readFile(join(ROOT, WASM_SOURCE))));
}

/**
 * Returns the face Worker's own kernels as a compiled module, or undefined if this version of Node
 * cannot compile them (D-101).
 */
export async function compileKernels(): Promise<WebAssembly.Module | undefined> {
  const bytes = new Uint8Array(await readFile(join(ROOT, KERNELS_SOURCE)));
  return WebAssembly.validate(bytes) ? WebAssembly.compile(bytes) : undefined;
}

export const readModelFile: ReadFile = async (file) => {
  const source = MODEL_SOURCES[file];
  if (!source) throw new Error(`No model file is called ${file}.`);
  return new Uint8Array(await readFile(join(ROOT, source))).buffer;
};

async function bundle(entry: string, path: string): Promise<void> {
  const output = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, entry),
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [result] = [output].flat();
  if (!result || !('output' in result)) throw new Error(`The bundle of ${entry} has no output.`);
  await writeFile(path, result.output[0].code);
}
