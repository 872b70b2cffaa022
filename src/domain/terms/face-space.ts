// The position of a face among other faces. The faceres model's descriptors are close together for
// people of some origins and far apart for others, and even closer in pictures of the same kind, so
// a single limit on their distance is too loose for some people and too strict for others.
// Therefore comparisons also use the mean distance of each face from the typical faces that are
// most like it (D-148; symmetric adaptive score normalization: Cumani et al., Interspeech 2011).
// Pure.
import shipped from '../../../data/face-space.json' with { type: 'json' };
import { decodeBase64 } from '../../crypto/encoding.ts';

/** The number of values in a descriptor. */
export const DESCRIPTOR_VALUES = 1_024;
/** The number of typical faces whose distances are averaged into `nearness`. */
const NEAREST_COUNT = 10;

export interface PlacedFace {
  /** A unit vector. */
  descriptor: Float32Array;
  /** The mean distance from the typical faces that are most like this one, 0 to 2. */
  nearness: number;
}

/**
 * The typical faces: means of groups of similar faces, normalized to unit vectors, with one byte
 * per value. None is the face of a real person.
 */
interface TypicalFaces {
  values: Int8Array;
  scales: readonly number[];
}

let opened: TypicalFaces | undefined;

const open = (): TypicalFaces => ({
  values: new Int8Array(decodeBase64(shipped.values).buffer),
  scales: shipped.scales,
});

/**
 * @param descriptor a faceres descriptor that is a unit vector; templates contain descriptors in
 *   this form, so faces that were enrolled earlier need not be enrolled again
 * @throws RangeError for a descriptor with a different number of values, which is not from faceres
 */
export function placeFace(descriptor: ArrayLike<number>): PlacedFace {
  if (descriptor.length !== DESCRIPTOR_VALUES)
    throw new RangeError(`A face descriptor must have ${DESCRIPTOR_VALUES} values.`);
  opened ??= open();
  const { values, scales } = opened;
  const own = Float32Array.from(descriptor);
  const distances = Float64Array.from(scales, (scale, index) => {
    const cosine = scale * product(values, index * DESCRIPTOR_VALUES, own);
    return Math.sqrt(Math.max(0, 2 - 2 * cosine));
  }).sort();
  const nearest = distances.subarray(0, NEAREST_COUNT);
  const nearness = nearest.reduce((sum, one) => sum + one, 0) / nearest.length;
  return { descriptor: own, nearness };
}

function product(typical: Int8Array, from: number, own: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < DESCRIPTOR_VALUES; index += 1)
    sum += (typical[from + index] ?? 0) * (own[index] ?? 0);
  return sum;
}
