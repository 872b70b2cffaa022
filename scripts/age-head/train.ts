// Trains the age head on FairFace alone, to distinguish people aged 20 and older from people aged 3
// to 19. FairFace's labels are groups of apparent age such as 10-19, so the boundary is at 20
// rather than at 18.
import { createHash } from 'node:crypto';
import type { AgeHead } from '../../src/workers/face/age-head.ts';
import { encodeBase64 } from '../../src/crypto/encoding.ts';
import { FEATURES, type Face } from './faces.ts';
import { fitLogistic } from './logistic.ts';

/** The midpoints of the youngest and the oldest FairFace group used for training, 3-9 and 50-59. */
const TAUGHT = { from: 6, to: 55 } as const;
/** The weights of faces by the middle of their age group, higher near the boundary. */
const WEIGHTS: Readonly<Record<number, number>> = { 6: 0.5, 15: 2, 25: 1.5 };
const OTHER_WEIGHT = 0.7;
const OLD_FROM = 20;
/** The L2 penalty, chosen by cross-validation on FairFace. */
const PENALTY = 1000;
/**
 * The range of ages to which estimates are clipped: outside it, neither model reveals more about
 * whether a person is a minor.
 */
const CLIP = [5, 45] as const;
const MOST = 127;

/** @throws Error when there are too few faces */
export function trainHead(faces: readonly Face[]): AgeHead & { faces: number } {
  const taught = faces.filter(({ age }) => age >= TAUGHT.from && age <= TAUGHT.to);
  if (taught.length < 1000) throw new Error(`${taught.length} faces are too few to learn from.`);
  const { means, deviations } = columnsOf(taught);
  const weighed = taught.map(({ age }) => WEIGHTS[age] ?? OTHER_WEIGHT);
  const mean = meanOf(weighed);
  const fitted = fitLogistic(
    {
      features: standardise(taught, means, deviations),
      width: FEATURES,
      labels: taught.map(({ age }) => (age >= OLD_FROM ? 1 : 0)),
      weights: weighed.map((weight) => weight / mean),
    },
    PENALTY,
  );
  const raw = fitted.subarray(0, FEATURES).map((weight, at) => weight / (deviations[at] ?? 1));
  const sums = taught.map(({ features }) => sumOf(raw, features));
  const [middle, spread] = [meanOf(sums), deviationOf(sums)];
  const lower = taught.map(lowerOf);
  const step = Math.max(...raw.map(Math.abs)) / spread / MOST;
  const head = {
    weights: encodeBase64(
      Int8Array.from(raw, (weight) => Math.round(weight / spread / step)).buffer,
    ),
    step: short(step),
    bias: short(-middle / spread),
    lower: { clip: CLIP, mean: short(meanOf(lower)), deviation: short(deviationOf(lower)) },
  };
  return { id: nameHead(head), ...head, faces: taught.length };
}

/** @returns the head's id, which changes whenever anything that affects a score changes */
export function nameHead({ weights, step, bias, lower }: Omit<AgeHead, 'id'>): string {
  const { clip, mean, deviation } = lower;
  const text = JSON.stringify([weights, step, bias, clip, mean, deviation]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

const lowerOf = ({ ageNet, faceres }: Face): number =>
  Math.min(CLIP[1], Math.max(CLIP[0], Math.min(ageNet, faceres)));

function columnsOf(faces: readonly Face[]): { means: Float64Array; deviations: Float64Array } {
  const [means, squares] = [new Float64Array(FEATURES), new Float64Array(FEATURES)];
  for (const { features } of faces)
    for (const [at, value] of features.entries()) {
      means[at] = (means[at] ?? 0) + value / faces.length;
      squares[at] = (squares[at] ?? 0) + value ** 2 / faces.length;
    }
  const deviations = squares.map((square, at) =>
    Math.max(1e-6, Math.sqrt(Math.max(0, square - (means[at] ?? 0) ** 2))),
  );
  return { means, deviations };
}

function standardise(
  faces: readonly Face[],
  means: Float64Array,
  deviations: Float64Array,
): Float32Array {
  const all = new Float32Array(faces.length * FEATURES);
  for (const [row, { features }] of faces.entries())
    for (const [at, value] of features.entries())
      all[row * FEATURES + at] = (value - (means[at] ?? 0)) / (deviations[at] ?? 1);
  return all;
}

function sumOf(weights: Float64Array, features: Float32Array): number {
  let sum = 0;
  for (const [at, weight] of weights.entries()) sum += weight * (features[at] ?? 0);
  return sum;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

const short = (value: number): number => Number(value.toPrecision(6));
