// The face engine in Node, for tests, the puppet and the benchmark. Bundled as the page's engine is,
// because tfjs's modules have no file extensions and Node cannot resolve them.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { ModelName, ReadFile } from '../../../src/engine/model-files.ts';
import { MODEL_SOURCES, WASM_SOURCE } from '../../../scripts/models.ts';
import { cachedFile, hashInputs, ROOT, versionFiles } from './cache.ts';
import type * as Entry from './engine-entry.ts';

let bundle: Promise<typeof Entry> | undefined;

/** The engine's modules with the wasm backend running; one backend per process. */
export function engineModules(): Promise<typeof Entry> {
  bundle ??= importBundle();
  return bundle;
}

/** A fresh engine, by default with all models. */
export async function loadEngine(
  models: readonly ModelName[] = ['blazeface', 'facemesh', 'age'],
): Promise<Entry.FaceEngine> {
  const { FaceEngine } = await engineModules();
  return FaceEngine.load(readModelFile, models);
}

export const readModelFile: ReadFile = async (file) => {
  const source = MODEL_SOURCES[file];
  if (!source) throw new Error(`No model file is called ${file}.`);
  return new Uint8Array(await readFile(join(ROOT, source))).buffer;
};

async function importBundle(): Promise<typeof Entry> {
  const hash = await hashInputs([
    'src/engine',
    'test/support/puppet/engine-entry.ts',
    ...versionFiles('@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-wasm', 'vite'),
  ]);
  const file = await cachedFile(`engine-${hash}.mjs`, bundleEngine);
  const modules = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as typeof Entry;
  const wasm = await readFile(join(ROOT, WASM_SOURCE));
  await modules.startWasmBackend(await WebAssembly.compile(new Uint8Array(wasm)));
  return modules;
}

async function bundleEngine(path: string): Promise<void> {
  const output = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, 'test/support/puppet/engine-entry.ts'),
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [result] = [output].flat();
  if (!result || !('output' in result)) throw new Error('The engine bundle has no output.');
  await writeFile(path, result.output[0].code);
}
