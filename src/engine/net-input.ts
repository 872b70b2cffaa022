// What a network sees: a crop of a picture as a tensor. All of them are filled into one array, since each is as large as
// a picture and would wait for the collector; the tensor has its copy in the heap.
import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { Crop } from './geometry.ts';
import type { Picture } from './picture.ts';
import { type Normalisation, sampleBand, type Size } from './sampler.ts';
import { tensorOf } from './tensors.ts';

let scratch = new Float32Array(0);

/** @param size of the tensor, whose longer edge is the crop's side; @returns to be disposed by the caller */
export function inputOf(
  picture: Picture,
  crop: Crop,
  size: Size,
  normalisation: Normalisation,
): TensorInfo {
  const length = size.width * size.height * 3;
  if (scratch.length < length) scratch = new Float32Array(length);
  const values = scratch.subarray(0, length);
  sampleBand(picture, crop, size, normalisation, values);
  const tensor = tensorOf(values, [1, size.height, size.width, 3]);
  // Nothing of a picture stays behind.
  values.fill(0);
  return tensor;
}
