// The age head: scores whether a person is an adult, as a weighted sum of the features that faceres
// computes anyway and of the lower of the two nets' age estimates. scripts/age-head trains it and
// writes data/age-head.json.
import trained from '../../../data/age-head.json' with { type: 'json' };
import type { HeadScore } from '../../vision/face/face-wire.ts';
import { decodeBase64 } from '../../crypto/encoding.ts';

/** The values in data/age-head.json, apart from its description. */
export interface AgeHead {
  id: string;
  /** One signed byte for each feature, base64. */
  weights: string;
  /** The weight that corresponds to one step of a signed byte. */
  step: number;
  bias: number;
  /**
   * The lower of the two ages is clipped to `clip`, then expressed in standard deviations from the
   * mean.
   */
  lower: { clip: readonly number[]; mean: number; deviation: number };
}

interface Ages {
  ageNet: number;
  faceres: number;
}

/** @returns a function that throws RangeError when the numbers of features and weights differ */
export function makeScore(head: AgeHead): (features: ArrayLike<number>, ages: Ages) => HeadScore {
  const weights = new Int8Array(decodeBase64(head.weights).buffer);
  const { clip, mean, deviation } = head.lower;
  const [least = 0, most = 0] = clip;
  return (features, { ageNet, faceres }) => {
    if (features.length !== weights.length)
      throw new RangeError('The age head was trained for other features.');
    let sum = 0;
    for (let at = 0; at < weights.length; at++) sum += (weights[at] ?? 0) * (features[at] ?? 0);
    const lower = Math.min(most, Math.max(least, Math.min(ageNet, faceres)));
    const score = sum * head.step + head.bias + (lower - mean) / deviation;
    return { id: head.id, score };
  };
}

/** Scores with the shipped head. */
export const scoreAge = makeScore(trained);
