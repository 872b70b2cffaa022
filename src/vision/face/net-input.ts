// The input of a network: a crop of a picture as a tensor. All crops share one array: a separate
// array for each would be as large as a picture and would linger until garbage collection. The
// tensor has its own copy in the heap.
import { getKernel, type TensorInfo } from '@tensorflow/tfjs-core';
import { eraseTensor } from './backend.ts';
import type { Crop } from './geometry.ts';
import { SAMPLE_BAND } from './heap-sampler.ts';
import type { Picture } from './picture.ts';
import { type Normalisation, sampleBand, type Size } from './sampler.ts';
import { compute, keptTensorOf, tensorOf } from './tensors.ts';

/**
 * The maximum size of a picture that is copied into the wasm heap: the heap would grow for a larger
 * one, and never shrink again.
 */
const MAX_BYTES_IN_HEAP = 1024 * 1024;

let scratch = new Float32Array(0);

/** The current picture, and its pixels in the heap. */
let held: { picture: Picture; pixels: TensorInfo } | undefined;

/**
 * @param size the size of the tensor; the crop's side maps to its longer edge
 * @returns a tensor that the caller frees
 */
export function inputOf(
  picture: Picture,
  crop: Crop,
  size: Size,
  normalisation: Normalisation,
): TensorInfo {
  if (held?.picture === picture)
    return compute(SAMPLE_BAND, { pixels: held.pixels }, { crop, size, normalisation });
  const length = size.width * size.height * 3;
  if (scratch.length < length) scratch = new Float32Array(length);
  const values = scratch.subarray(0, length);
  sampleBand(picture, crop, size, normalisation, values);
  const tensor = tensorOf(values, [1, size.height, size.width, 3]);
  // No part of a picture may stay in memory.
  values.fill(0);
  return tensor;
}

/**
 * Runs `look` while a copy of the picture is in the heap, and erases the copy afterwards. Makes no
 * copy if no kernel that samples in the heap is registered, or if the picture is too large or its
 * data is not aligned.
 * @param picture must not change while `look` runs
 */
export function withPixelsInHeap<Result>(picture: Picture, look: () => Result): Result {
  const { data, width, height } = picture;
  const isSmall = data.byteLength <= MAX_BYTES_IN_HEAP && data.byteLength === 4 * width * height;
  if (!isSmall || data.byteOffset % 4 !== 0 || !getKernel(SAMPLE_BAND, 'wasm')) return look();
  const words = new Float32Array(data.buffer as ArrayBuffer, data.byteOffset, width * height);
  const pixels = keptTensorOf(words, [height, width]);
  held = { picture, pixels };
  try {
    return look();
  } finally {
    held = undefined;
    eraseTensor(pixels);
  }
}
