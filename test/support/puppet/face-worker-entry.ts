// Entry of a bundle of the parts of the face Worker and the page's engine that tests in Node need
// (see face-worker-for-node.ts).

export {
  add,
  depthwiseConv2d,
  fused,
  registerKernel,
  tensor1d,
  tensor4d,
} from '@tensorflow/tfjs-core';
export * from './engine-entry.ts';
export { FACERES_KERNELS } from '../../../src/vision/face/faceres-net.ts';
export { cropAroundDetection } from '../../../src/vision/face/mesh.ts';
export { faceKernels } from '../../../src/vision/face/face-kernels.ts';
export { describePhoto } from '../../../src/workers/face/describe-photo.ts';
export { lookAt } from '../../../src/workers/face/look-at.ts';
export { measurePictures } from '../../../src/workers/face/measure.ts';
export { measurePortrait } from '../../../src/workers/face/measure-portrait.ts';
export { HEAP_BYTES, loadNets } from '../../../src/workers/face/nets.ts';
