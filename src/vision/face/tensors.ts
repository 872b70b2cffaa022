// Computes and frees tensors without tfjs's engine, which wraps each kernel call in bookkeeping for
// gradients, profiling and `tidy`, and validates every argument again. That overhead takes up a
// tenth of a face check's time (D-107). The kernels and the backend are unchanged.

import { backend as currentBackend, getKernel, type TensorInfo } from '@tensorflow/tfjs-core';

type Inputs = Record<string, TensorInfo | undefined>;

/** The tensors computed so far within the innermost {@link freeAfter}. */
let scope: TensorInfo[] | undefined;

/**
 * @param kernel the kernel's registered name
 * @param attrs all attributes that the kernel reads; none has a default
 * @returns a tensor that the caller must free, unless the call is made within {@link freeAfter}
 * @throws when no such kernel is registered, and whatever the kernel throws
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

/**
 * @param values the values, which are copied
 * @returns a tensor that is freed in the same way as the result of {@link compute}
 */
export function tensorOf(values: Float32Array, shape: number[]): TensorInfo {
  const tensor = keptTensorOf(values, shape);
  scope?.push(tensor);
  return tensor;
}

/**
 * @param values the values, which are copied
 * @returns a tensor that the caller must free, even within {@link freeAfter}
 */
export function keptTensorOf(values: Float32Array, shape: number[]): TensorInfo {
  const dataId = currentBackend().write(values, shape, 'float32');
  return { dataId, shape, dtype: 'float32' };
}

/**
 * Returns a view of the tensor's values in a different shape. It is freed together with the tensor
 * and must not be freed separately.
 */
export function viewOf({ dataId, dtype }: TensorInfo, shape: number[]): TensorInfo {
  return { dataId, dtype, shape };
}

/** @returns a copy of the values */
export function valuesOf({ dataId }: TensorInfo): Float32Array {
  return currentBackend().readSync(dataId) as Float32Array;
}

export function free({ dataId }: TensorInfo): void {
  currentBackend().disposeData(dataId);
}

/** Runs `act`, then frees every tensor that was computed within it. */
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
