// Loads the face Worker's nets in Node. Since a process has only one backend, a test that also
// needs the page's engine must start these nets first, so that engine-for-node.ts uses their
// backend.

import type { Nets } from '../../../src/workers/face/nets.ts';
import { compileKernels, compileWasm, importBundle, readModelFile } from './bundle.ts';
import { adoptEngine } from './engine-for-node.ts';
import type * as Entry from './face-worker-entry.ts';

interface FaceWorkerInNode {
  modules: typeof Entry;
  nets: Nets;
  /** Size of the wasm heap, in bytes. */
  heapBytes: () => number;
}

let started: Promise<FaceWorkerInNode> | undefined;

/**
 * @param by the kernels to use: our own if this version of Node can compile them, or tfjs's
 *   (D-101); ignored by every call after the first
 */
export function faceWorker(by: 'own' | 'tfjs' = 'own'): Promise<FaceWorkerInNode> {
  started ??= start(by);
  return started;
}

async function start(by: 'own' | 'tfjs'): Promise<FaceWorkerInNode> {
  const modules = (await importBundle('test/support/puppet/face-worker-entry.ts', [
    'src/vision/face',
    'src/workers/face',
    'src/vision/jpeg',
    'src/crypto',
    'data/age-head.json',
    'data/bent-head.json',
  ])) as typeof Entry;
  const kernels = by === 'own' && (await compileKernels());
  const backend = await modules.startWasmBackend(await compileWasm(), {
    initialBytes: modules.HEAP_BYTES,
    kernels: [...modules.FACERES_KERNELS, ...(kernels ? modules.faceKernels(kernels) : [])],
  });
  const nets = await modules.loadNets(readModelFile);
  adoptEngine(modules);
  return { modules, nets, heapBytes: () => backend.heapBytes() };
}
