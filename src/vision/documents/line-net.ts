// The network that reads a strip of a machine-readable zone: six convolutions, then the likeliest
// character at every fourth pixel (CTC). The weights are data/line-reader.bin; scripts/line-reader
// trains and writes them.
import { ConvolutionNet, type LayerShape, type Planes, scoreAt } from './convolution.ts';
import type { GreyPicture } from './grey-picture.ts';
import { STRIP_HEIGHT } from './strips.ts';

/**
 * The characters of machine-readable zones, in the order of the net's outputs; output 0 is the CTC
 * blank.
 */
export const ALPHABET = '<ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const OUTPUTS = 1 + ALPHABET.length;

const LAYERS: readonly LayerShape[] = [
  { outputs: 12, inputs: 1, rows: 3, columns: 3, pool: [2, 2] },
  { outputs: 24, inputs: 12, rows: 3, columns: 3, pool: [2, 2] },
  { outputs: 48, inputs: 24, rows: 3, columns: 3, pool: [2, 1] },
  { outputs: 64, inputs: 48, rows: 4, columns: 3, pool: [1, 1], isWhole: true },
  { outputs: 64, inputs: 64, rows: 1, columns: 5, pool: [1, 1] },
  { outputs: OUTPUTS, inputs: 64, rows: 1, columns: 1, pool: [1, 1] },
];

/**
 * A character that was read, and the log likelihood of every character at its position, in the
 * order of ALPHABET.
 */
export interface ReadCharacter {
  character: string;
  likelihood: number;
  likelihoods: readonly number[];
}

export class LineNet {
  readonly #net: ConvolutionNet;

  /**
   * @param file the content of data/line-reader.bin
   * @throws RangeError when its length does not match the network
   */
  constructor(file: ArrayBuffer) {
    this.#net = new ConvolutionNet(file, LAYERS);
  }

  /**
   * @param strip 32 px high, with evened-out lighting
   * @throws RangeError for any other height or a width that is not a multiple of four
   */
  read(strip: GreyPicture): ReadCharacter[] {
    if (strip.height !== STRIP_HEIGHT || strip.width % 4 !== 0 || strip.width === 0)
      throw new RangeError(`A strip of ${strip.width} x ${strip.height} px cannot be read.`);
    return decode(this.#net.run(strip));
  }
}

/**
 * Decodes the likeliest output of each column; consecutive repeats count as one character unless a
 * blank separates them.
 */
function decode(planes: Planes): ReadCharacter[] {
  const read: ReadCharacter[] = [];
  let last = 0;
  for (let x = 0; x < planes.width; x++) {
    const chosen = likeliestAt(planes, x);
    if (chosen !== 0) {
      const character = characterAt(planes, x, chosen);
      const isSame = chosen === last;
      if (!isSame) read.push(character);
      else if ((read.at(-1)?.likelihood ?? 0) < character.likelihood) read.splice(-1, 1, character);
    }
    last = chosen;
  }
  return read;
}

function likeliestAt(planes: Planes, x: number): number {
  let chosen = 0;
  for (let o = 1; o < OUTPUTS; o++)
    if (scoreAt(planes, x, o) > scoreAt(planes, x, chosen)) chosen = o;
  return chosen;
}

function characterAt(planes: Planes, x: number, chosen: number): ReadCharacter {
  const most = scoreAt(planes, x, chosen);
  let sum = 0;
  for (let o = 0; o < OUTPUTS; o++) sum += Math.exp(scoreAt(planes, x, o) - most);
  const total = most + Math.log(sum);
  const likelihoods = Array.from(ALPHABET, (_, i) => scoreAt(planes, x, i + 1) - total);
  return { character: ALPHABET[chosen - 1] ?? '<', likelihood: most - total, likelihoods };
}
