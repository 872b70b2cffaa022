// Logistic regression with an L2 penalty on the weights, by L-BFGS (Nocedal and Wright, Numerical
// Optimization, algorithm 7.4). Pure; the same examples always give the same weights.

interface Examples {
  /** The features of all examples, row by row. */
  features: Float32Array;
  /** The number of features in a row. */
  width: number;
  /** The class of each example; 1 is the positive class. */
  labels: readonly (0 | 1)[];
  /** The weight of each example. */
  weights: readonly number[];
}

/** The weights of the features, followed by the bias, which the penalty does not apply to. */
type Weights = Float64Array;

const HISTORY = 10;
const MAX_STEPS = 400;
/** The norm of the gradient, per example, below which fitting ends. */
const CLOSE_ENOUGH = 1e-6;

/**
 * @param penalty multiplies half the sum of the squared weights
 * @returns a weight for each feature, then the bias
 */
export function fitLogistic(examples: Examples, penalty: number): Weights {
  let at: Weights = new Float64Array(examples.width + 1);
  let { cost, gradient } = costAt(examples, penalty, at);
  const memory: Memory[] = [];
  for (let step = 0; step < MAX_STEPS; step++) {
    if (norm(gradient) < CLOSE_ENOUGH * examples.labels.length) break;
    const direction = directionOf(gradient, memory);
    const next = search(examples, penalty, { at, cost, gradient }, direction);
    if (next === undefined) break;
    const moved = minus(next.at, at);
    const turned = minus(next.gradient, gradient);
    const curvature = dot(moved, turned);
    if (curvature > 0) memory.push({ moved, turned, curvature });
    if (memory.length > HISTORY) memory.shift();
    ({ at, cost, gradient } = next);
  }
  return at;
}

interface Memory {
  moved: Weights;
  turned: Weights;
  curvature: number;
}

interface Place {
  at: Weights;
  cost: number;
  gradient: Weights;
}

function costAt(
  { features, width, labels, weights }: Examples,
  penalty: number,
  at: Weights,
): { cost: number; gradient: Weights } {
  const gradient = at.map((weight, index) => (index < width ? penalty * weight : 0));
  let cost = 0;
  for (let index = 0; index < width; index++) cost += 0.5 * penalty * (at[index] ?? 0) ** 2;
  for (const [row, label] of labels.entries()) {
    const start = row * width;
    let sum = at[width] ?? 0;
    for (let index = 0; index < width; index++)
      sum += (at[index] ?? 0) * (features[start + index] ?? 0);
    const weight = weights[row] ?? 1;
    cost += weight * (Math.max(sum, 0) + Math.log1p(Math.exp(-Math.abs(sum))) - label * sum);
    const slope = weight * (1 / (1 + Math.exp(-sum)) - label);
    for (let index = 0; index < width; index++)
      gradient[index] = (gradient[index] ?? 0) + slope * (features[start + index] ?? 0);
    gradient[width] = (gradient[width] ?? 0) + slope;
  }
  return { cost, gradient };
}

/** Computes the search direction with the two-loop recursion. */
function directionOf(gradient: Weights, memory: readonly Memory[]): Weights {
  const direction = gradient.map((value) => -value);
  const shares = memory.toReversed().map(({ moved, turned, curvature }) => {
    const share = dot(moved, direction) / curvature;
    add(direction, turned, -share);
    return share;
  });
  const last = memory.at(-1);
  if (last !== undefined) {
    const scale = last.curvature / dot(last.turned, last.turned);
    for (const [index, value] of direction.entries()) direction[index] = value * scale;
  }
  for (const [index, { moved, turned, curvature }] of memory.entries()) {
    const share = shares[memory.length - 1 - index] ?? 0;
    add(direction, moved, share - dot(turned, direction) / curvature);
  }
  return direction;
}

/**
 * Halves the step until the cost falls enough (Armijo).
 * @returns undefined when no step is small enough
 */
function search(
  examples: Examples,
  penalty: number,
  { at, cost, gradient }: Place,
  direction: Weights,
): Place | undefined {
  const slope = dot(gradient, direction);
  let length = norm(at) === 0 ? 1 / norm(direction) : 1;
  for (let tries = 0; tries < 40; tries++, length /= 2) {
    const next = at.map((weight, index) => weight + length * (direction[index] ?? 0));
    const found = costAt(examples, penalty, next);
    if (found.cost <= cost + 1e-4 * length * slope) return { at: next, ...found };
  }
  return undefined;
}

const dot = (one: Weights, other: Weights): number => {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += value * (other[index] ?? 0);
  return sum;
};
const norm = (one: Weights): number => Math.sqrt(dot(one, one));
const minus = (one: Weights, other: Weights): Weights =>
  one.map((value, index) => value - (other[index] ?? 0));

function add(to: Weights, other: Weights, factor: number): void {
  for (const [index, value] of other.entries()) to[index] = (to[index] ?? 0) + factor * value;
}
