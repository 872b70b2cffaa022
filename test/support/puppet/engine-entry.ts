// What Node-side tests and tools need of the engine, as one bundle (see engine-for-node.ts).

export { backend as tensorBackend } from '@tensorflow/tfjs-core';
export { AgeNet } from '../../../src/engine/age-net.ts';
export { startWasmBackend } from '../../../src/engine/backend.ts';
export { FaceEngine } from '../../../src/engine/face-engine.ts';
