// Entry of a bundle of the engine parts that tests and tools in Node need (see engine-for-node.ts).

export { backend as tensorBackend } from '@tensorflow/tfjs-core';
export { AgeNet } from '../../../src/vision/face/age-net.ts';
export { startWasmBackend } from '../../../src/vision/face/backend.ts';
export { FaceEngine } from '../../../src/vision/face/face-engine.ts';
