// Trains the bent head: a few small networks whose mean score tells bent pictures from real ones.
// Each has one hidden layer over standardised textures, and is trained by Adam with dropout. The
// code uses plain loops, because the networks are small.
import { createHash } from 'node:crypto';
import type { BentHead } from '../../src/workers/face/bent-head.ts';
import { between, type Random } from '../../test/support/clips/random.ts';

/**
 * The number of networks. The mean score of several networks depends less on their random initial
 * weights than the score of a single network does.
 */
const NETWORKS = 4;
const HIDDEN = 16;
const EPOCHS = 20;
const BATCH = 64;
const RATE = 5e-4;
const DECAY = 1e-4;
/** Adam's decay rates for the two moments, and the constant that avoids a division by zero. */
const [MOMENT, SQUARE, TINY] = [0.9, 0.999, 1e-8];
/** The share of inputs that each training step ignores (dropout). */
const DROPPED = 0.5;
/** The limit to which standardised values are clipped. */
const CLIP = 5;

interface Example {
  texture: Float32Array;
  isBent: boolean;
}

/** Trains a head; the same examples and random numbers give the same head. */
export function train(examples: readonly Example[], random: Random): BentHead {
  const { means, gains } = momentsOf(examples);
  const inputs = examples.map(({ texture }) =>
    texture.map((value, at) => {
      const standardised = (value - (means[at] ?? 0)) * (gains[at] ?? 0);
      return Math.max(-CLIP, Math.min(CLIP, standardised));
    }),
  );
  const networks = Array.from({ length: NETWORKS }, () => trainOne(inputs, examples, random));
  const head = { means: base64(means), gains: base64(gains), clip: CLIP, ...join(networks) };
  return { id: nameHead(head), ...head };
}

/** @returns the id of a head: a hash of everything that determines its scores */
export function nameHead(head: Omit<BentHead, 'id'>): string {
  const { means, gains, clip, weights, units, bias } = head;
  const parts = units.map(({ step, bias: own, weight }) => [step, own, weight]);
  const text = JSON.stringify([means, gains, clip, weights, parts, bias]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function trainOne(
  inputs: readonly Float32Array[],
  examples: readonly Example[],
  random: Random,
): Network {
  const network = new Network(inputs[0]?.length ?? 0, random);
  const order = inputs.map((_, at) => at);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += BATCH) {
      for (const at of order.slice(from, from + BATCH)) {
        const [input, example] = [inputs[at], examples[at]];
        if (input && example) network.learn(dropped(input, random), example.isBent ? 1 : 0);
      }
      network.step();
    }
  }
  return network;
}

/**
 * @returns one network with the hidden units of all networks, whose score is the mean of their
 * scores
 */
function join(networks: readonly Network[]): Pick<BentHead, 'weights' | 'units' | 'bias'> {
  const parts = networks.map((network) => network.quantised());
  const share = 1 / networks.length;
  return {
    weights: base64(Int8Array.from(parts.flatMap(({ bytes }) => [...bytes]))),
    units: parts.flatMap(({ units }) =>
      units.map((unit) => ({ ...unit, weight: rounded(unit.weight * share) })),
    ),
    bias: rounded(parts.reduce((sum, { bias }) => sum + bias * share, 0)),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(7));

const base64 = ({ buffer }: Float32Array | Int8Array): string =>
  Buffer.from(buffer as ArrayBuffer).toString('base64');

/**
 * One network of the head. All weights are in one array: for each hidden unit, the weights of its
 * inputs, its bias and the weight of its output; then the network's bias.
 */
class Network {
  readonly #size: number;
  readonly #weights: Float32Array;
  readonly #gradient: Float32Array;
  readonly #moment: Float32Array;
  readonly #square: Float32Array;
  #steps = 0;

  constructor(size: number, random: Random) {
    const spread = Math.sqrt(3 / size);
    const length = HIDDEN * (size + 2) + 1;
    this.#size = size;
    this.#weights = Float32Array.from({ length }, () => between(random, -spread, spread));
    this.#gradient = new Float32Array(length);
    this.#moment = new Float32Array(length);
    this.#square = new Float32Array(length);
  }

  /** @returns the score, and the values of the hidden units */
  score(input: Float32Array): { score: number; hidden: Float32Array } {
    const [size, weights] = [this.#size, this.#weights];
    const hidden = new Float32Array(HIDDEN);
    let score = weights[weights.length - 1] ?? 0;
    for (let unit = 0, from = 0; unit < HIDDEN; unit++, from += size + 2) {
      let sum = weights[from + size] ?? 0;
      for (let at = 0; at < size; at++) sum += (weights[from + at] ?? 0) * (input[at] ?? 0);
      hidden[unit] = Math.max(0, sum);
      score += (weights[from + size + 1] ?? 0) * Math.max(0, sum);
    }
    return { score, hidden };
  }

  /** @returns the input weights as signed bytes, and all other weights unchanged */
  quantised(): { bytes: Int8Array; units: BentHead['units'][number][]; bias: number } {
    const [size, weights] = [this.#size, this.#weights];
    const bytes = new Int8Array(HIDDEN * size);
    const units = Array.from({ length: HIDDEN }, (_, unit) => {
      const from = unit * (size + 2);
      const own = weights.subarray(from, from + size);
      const step = own.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127 || 1;
      bytes.set(
        own.map((weight) => Math.round(weight / step)),
        unit * size,
      );
      const [bias = 0, weight = 0] = weights.subarray(from + size);
      return { step: rounded(step), bias: rounded(bias), weight: rounded(weight) };
    });
    return { bytes, units, bias: weights.at(-1) ?? 0 };
  }

  /** Adds the gradient of one example. */
  learn(input: Float32Array, wanted: 0 | 1): void {
    const [size, weights, gradient] = [this.#size, this.#weights, this.#gradient];
    const { score, hidden } = this.score(input);
    const error = 1 / (1 + Math.exp(-score)) - wanted;
    const add = (at: number, by: number): void => {
      gradient[at] = (gradient[at] ?? 0) + by;
    };
    add(gradient.length - 1, error);
    for (let unit = 0, from = 0; unit < HIDDEN; unit++, from += size + 2) {
      const value = hidden[unit] ?? 0;
      if (value === 0) continue;
      add(from + size + 1, error * value);
      const inner = error * (weights[from + size + 1] ?? 0);
      add(from + size, inner);
      for (let at = 0; at < size; at++)
        gradient[from + at] = (gradient[from + at] ?? 0) + inner * (input[at] ?? 0);
    }
  }

  /** Updates all weights with the gradients collected since the last update (Adam). */
  step(): void {
    this.#steps += 1;
    const [weights, gradient] = [this.#weights, this.#gradient];
    const rate = (RATE * Math.sqrt(1 - SQUARE ** this.#steps)) / (1 - MOMENT ** this.#steps);
    for (let at = 0; at < weights.length; at++) {
      const slope = (gradient[at] ?? 0) / BATCH;
      gradient[at] = 0;
      const moment = MOMENT * (this.#moment[at] ?? 0) + (1 - MOMENT) * slope;
      const square = SQUARE * (this.#square[at] ?? 0) + (1 - SQUARE) * slope * slope;
      this.#moment[at] = moment;
      this.#square[at] = square;
      const moved = (rate * moment) / (Math.sqrt(square) + TINY);
      weights[at] = (weights[at] ?? 0) * (1 - RATE * DECAY) - moved;
    }
  }
}

/** @returns the mean of each input, and the reciprocal of its standard deviation */
function momentsOf(examples: readonly Example[]): { means: Float32Array; gains: Float32Array } {
  const size = examples[0]?.texture.length ?? 0;
  const means = new Float64Array(size);
  const squares = new Float64Array(size);
  for (const { texture } of examples)
    for (let at = 0; at < size; at++) {
      const value = texture[at] ?? 0;
      means[at] = (means[at] ?? 0) + value / examples.length;
      squares[at] = (squares[at] ?? 0) + (value * value) / examples.length;
    }
  const gains = squares.map((square, at) => {
    const mean = means[at] ?? 0;
    return 1 / (Math.sqrt(Math.max(0, square - mean * mean)) + 1e-3);
  });
  return { means: Float32Array.from(means), gains: Float32Array.from(gains) };
}

const dropped = (input: Float32Array, random: Random): Float32Array =>
  input.map((value) => (random() < DROPPED ? 0 : value / (1 - DROPPED)));

function shuffle(order: number[], random: Random): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
}
