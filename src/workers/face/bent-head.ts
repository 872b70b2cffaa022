// The bent head: scores how much the texture of a face looks as if a program had bent it. A score
// means little by itself, because cameras differ more than bent and real pictures do; only scores
// from one session may be compared. `npm run bench -- bent` trains it and writes
// data/bent-head.json.
import trained from '../../../data/bent-head.json' with { type: 'json' };
import { decodeBase64 } from '../../crypto/encoding.ts';
import type { BentScore } from '../../vision/face/face-wire.ts';

/** The values in data/bent-head.json, apart from its description: a network with a hidden layer. */
export interface BentHead {
  id: string;
  /**
   * The mean of each input, and the reciprocal of its standard deviation: 32-bit floats,
   * little-endian, base64.
   */
  means: string;
  gains: string;
  /** The limit to which standardised inputs are clipped. */
  clip: number;
  /** One signed byte for each input of the first hidden unit, then of the second …, base64. */
  weights: string;
  units: readonly HiddenUnit[];
  bias: number;
}

interface HiddenUnit {
  /** The weight of one step of a signed byte. */
  step: number;
  bias: number;
  /** The weight of this unit in the score. */
  weight: number;
}

/** @returns a function that throws RangeError for a texture of a different length */
export function makeBentScore(head: BentHead): (texture: Float32Array) => BentScore {
  const [means, gains] = [floatsOf(head.means), floatsOf(head.gains)];
  const weights = new Int8Array(decodeBase64(head.weights).buffer);
  const { clip } = head;
  const input = new Float32Array(means.length);
  return (texture) => {
    if (texture.length !== input.length)
      throw new RangeError('The bent head was trained for other textures.');
    for (let at = 0; at < input.length; at++) {
      const value = ((texture[at] ?? 0) - (means[at] ?? 0)) * (gains[at] ?? 0);
      input[at] = Math.max(-clip, Math.min(clip, value));
    }
    let score = head.bias;
    for (const [index, unit] of head.units.entries()) {
      const from = index * input.length;
      let sum = 0;
      for (let at = 0; at < input.length; at++) sum += (weights[from + at] ?? 0) * (input[at] ?? 0);
      score += unit.weight * Math.max(0, sum * unit.step + unit.bias);
    }
    return { id: head.id, score };
  };
}

const floatsOf = (base64: string): Float32Array => new Float32Array(decodeBase64(base64).buffer);

/** Scores with the shipped head. */
export const scoreBent = makeBentScore(trained);
