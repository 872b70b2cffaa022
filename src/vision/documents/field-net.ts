// The network that scores a line of text on a card or page: the likelihood of each character at
// every second pixel (CTC). Its scores are only compared with known texts, so nothing is decoded.
// The weights are data/field-reader.bin; scripts/field-reader trains and writes them.
import { ConvolutionNet, type LayerShape, scoreAt } from './convolution.ts';
import type { GreyPicture } from './grey-picture.ts';

/**
 * The classes in the order of the net's outputs; output 0 is the CTC blank. Letters have neither
 * case nor accent, O counts as 0 and I as 1, and all separators between words are one class.
 */
export const FIELD_CLASSES = ' 0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const OUTPUTS = 1 + FIELD_CLASSES.length;
export const FIELD_HEIGHT = 24;

const LAYERS: readonly LayerShape[] = [
  { outputs: 12, inputs: 1, rows: 3, columns: 3, pool: [2, 2] },
  { outputs: 24, inputs: 12, rows: 3, columns: 3, pool: [2, 1] },
  { outputs: 40, inputs: 24, rows: 3, columns: 3, pool: [2, 1] },
  { outputs: 72, inputs: 40, rows: 3, columns: 3, pool: [1, 1], isWhole: true },
  { outputs: 72, inputs: 72, rows: 1, columns: 5, pool: [1, 1] },
  { outputs: OUTPUTS, inputs: 72, rows: 1, columns: 1, pool: [1, 1] },
];

/**
 * For each step and class, how much less likely the class is than the likeliest class of that step,
 * as logarithms of 0 or less.
 */
export interface FieldScores {
  steps: number;
  /** The value of step `t` and class `k` is at `t * FIELD_OUTPUTS + k`. */
  behind: Float32Array;
}

export const FIELD_OUTPUTS = OUTPUTS;

export class FieldNet {
  readonly #net: ConvolutionNet;

  /**
   * @param file the content of data/field-reader.bin
   * @throws RangeError when its length does not match the network
   */
  constructor(file: ArrayBuffer) {
    this.#net = new ConvolutionNet(file, LAYERS);
  }

  /**
   * @param strip 24 px high, with evened-out lighting
   * @throws RangeError for any other height or an odd width
   */
  look(strip: GreyPicture): FieldScores {
    if (strip.height !== FIELD_HEIGHT || strip.width % 2 !== 0 || strip.width === 0)
      throw new RangeError(`A line of ${strip.width} x ${strip.height} px cannot be read.`);
    const planes = this.#net.run(strip);
    const behind = new Float32Array(planes.width * OUTPUTS);
    for (let t = 0; t < planes.width; t++) {
      let most = -Infinity;
      for (let k = 0; k < OUTPUTS; k++) most = Math.max(most, scoreAt(planes, t, k));
      for (let k = 0; k < OUTPUTS; k++) behind[t * OUTPUTS + k] = scoreAt(planes, t, k) - most;
    }
    return { steps: planes.width, behind };
  }
}
