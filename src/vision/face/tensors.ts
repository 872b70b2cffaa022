// Tensors without tfjs's engine. Around each kernel that one keeps books for gradients, profiles and tidy, and checks every
// argument once more: a tenth of a check (D-107). The kernels and the backend are the same.

import { backend as currentBackend, getKernel, type TensorInfo } from '@tensorflow/tfjs-core';

type Inputs = Record<string, TensorInfo | undefined>;

/** What was computed in the innermost {@link freeAfter}. */
let scope: TensorInfo[] | undefined;

/**
 * @param kernel registered name @param attrs all that the kernel reads: nothing has a default
 * @returns to be freed by the caller, unless within freeAfter
 * @throws when no such kernel is registered, and what the kernel throws
 */
export function compute(kernel: string, inputs: Inputs, attrs: object = {}): TensorInfo {
  const config = getKernel(kernel, 'wasm');
  if (!config) throw new Error(`The kernel ${kernel} is not registered.`);
  const result = config.kernelFunc({
    inputs,
    attrs: attrs as Record<string, never>,
    backend: currentBackend(),
  }) as TensorInfo;
  scope?.push(result);
  return result;
}

/** @param values copied @returns as {@link compute} */
export function tensorOf(values: Float32Array, shape: number[]): TensorInfo {
  const tensor = keptTensorOf(values, shape);
  scope?.push(tensor);
  return tensor;
}

/** @param values copied @returns to be freed by the caller, in any case */
export function keptTensorOf(values: Float32Array, shape: number[]): TensorInfo {
  const dataId = currentBackend().write(values, shape, 'float32');
  return { dataId, shape, dtype: 'float32' };
}

/** The same values in another shape: freed with the tensor, not by itself. */
export function viewOf({ dataId, dtype }: TensorInfo, shape: number[]): TensorInfo {
  return { dataId, dtype, shape };
}

/** @returns a copy */
export function valuesOf({ dataId }: TensorInfo): Float32Array {
  return currentBackend().readSync(dataId) as Float32Array;
}

export function free({ dataId }: TensorInfo): void {
  currentBackend().disposeData(dataId);
}

/** Frees, at its end, everything that was computed within. */
export function freeAfter<Result>(act: () => Result): Result {
  const outer = scope;
  const made: TensorInfo[] = [];
  scope = made;
  try {
    return act();
  } finally {
    scope = outer;
    for (const tensor of made) free(tensor);
  }
}
