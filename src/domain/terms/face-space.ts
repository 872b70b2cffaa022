// Where a face is among faces. A descriptor of faceres is nearest to those of people of the same origin, so one limit on its distances
// is loose for some and strict for others. Here the mean face is taken away, and what varies most between all faces counts for
// less: then one limit serves every origin about alike (D-136). Pure.
import shipped from '../../../data/face-space.json' with { type: 'json' };
import { decodeBase64 } from '../../crypto/encoding.ts';

interface FaceSpace {
  mean: Float32Array;
  /** Directions of length 1, in which faces differ most; one after the other, a byte for each value. */
  axes: Int8Array;
  /** What a value of each axis is multiplied with. */
  scales: readonly number[];
  /** Which share of a face's way along each axis is taken away. */
  damped: readonly number[];
}

let opened: FaceSpace | undefined;

const open = (): FaceSpace => {
  const { mean, axes, scales, damped } = shipped;
  return {
    mean: Float32Array.from(new Int8Array(decodeBase64(mean.values).buffer), (v) => v * mean.scale),
    axes: new Int8Array(decodeBase64(axes).buffer),
    scales,
    damped,
  };
};

/** Of each descriptor. */
export const DESCRIPTOR_VALUES = 1_024;

/**
 * Descriptors are kept as the net gives them, so that whoever enrolled before this was measured stays enrolled.
 * @param descriptor of faceres, of length 1
 * @returns of length 1: the distance of two of them, 0 to 2, says how unlike two faces are
 * @throws RangeError for one of another length, which is no descriptor of faceres
 */
export function placeFace(descriptor: ArrayLike<number>): Float32Array {
  if (descriptor.length !== DESCRIPTOR_VALUES)
    throw new RangeError(`A descriptor has ${DESCRIPTOR_VALUES} values.`);
  opened ??= open();
  const { mean, axes, scales, damped } = opened;
  const offset = mean.map((value, index) => (descriptor[index] ?? 0) - value);
  const placed = offset.slice();
  for (const [axis, share] of damped.entries()) {
    const values = axes.subarray(axis * DESCRIPTOR_VALUES, (axis + 1) * DESCRIPTOR_VALUES);
    const less = share * (scales[axis] ?? 0) ** 2 * product(values, offset);
    for (let index = 0; index < DESCRIPTOR_VALUES; index += 1)
      placed[index] = (placed[index] ?? 0) - less * (values[index] ?? 0);
  }
  const length = Math.sqrt(product(placed, placed)) || 1;
  return placed.map((value) => value / length);
}

function product(one: Int8Array | Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < DESCRIPTOR_VALUES; index += 1)
    sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
