// Loads the face engine in Node, for tests, the puppet and the benchmark.

import type { ModelName } from '../../../src/vision/face/model-files.ts';
import { compileWasm, importBundle, readModelFile } from './bundle.ts';
import type * as Entry from './engine-entry.ts';

let bundle: Promise<typeof Entry> | undefined;

/** Returns the engine's modules, with the wasm backend running. A process has only one backend. */
export function engineModules(): Promise<typeof Entry> {
  bundle ??= startEngine();
  return bundle;
}

/**
 * Makes engineModules return the given modules from now on. Their backend is already running, and a
 * process has only one.
 */
export function adoptEngine(modules: typeof Entry): void {
  bundle = Promise.resolve(modules);
}

/** Loads a new engine, by default with all models. */
export async function loadEngine(
  models: readonly ModelName[] = ['blazeface', 'facemesh', 'age'],
): Promise<Entry.FaceEngine> {
  const { FaceEngine } = await engineModules();
  return FaceEngine.load(readModelFile, models);
}

async function startEngine(): Promise<typeof Entry> {
  const entry = 'test/support/puppet/engine-entry.ts';
  const modules = (await importBundle(entry, ['src/vision/face'])) as typeof Entry;
  await modules.startWasmBackend(await compileWasm());
  return modules;
}
