// The face Worker's nets in Node. There is one backend per process: where the page's engine is wanted too, start these
// first, and engine-for-node.ts uses the same.

import type { Nets } from '../../../src/face-worker/nets.ts';
import { compileWasm, importBundle, readModelFile } from './bundle.ts';
import { adoptEngine } from './engine-for-node.ts';
import type * as Entry from './face-worker-entry.ts';

interface FaceWorkerInNode {
  modules: typeof Entry;
  nets: Nets;
  /** Size of the wasm heap. */
  heapBytes: () => number;
}

let started: Promise<FaceWorkerInNode> | undefined;

export function faceWorker(): Promise<FaceWorkerInNode> {
  started ??= start();
  return started;
}

async function start(): Promise<FaceWorkerInNode> {
  const modules = (await importBundle('test/support/puppet/face-worker-entry.ts', [
    'src/engine',
    'src/face-worker',
    'src/jpeg',
    'src/crypto',
  ])) as typeof Entry;
  const backend = await modules.startWasmBackend(await compileWasm(), {
    initialBytes: modules.HEAP_BYTES,
    kernels: modules.FACERES_KERNELS,
  });
  const nets = await modules.loadNets(readModelFile);
  adoptEngine(modules);
  return { modules, nets, heapBytes: () => backend.heapBytes() };
}
