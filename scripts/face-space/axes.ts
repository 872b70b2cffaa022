// The directions in which vectors differ most: orthogonal iteration on the products of their offsets. Pure and deterministic.

export interface Axis {
  /** Of length 1. */
  direction: Float64Array;
  variance: number;
}

type Vectors = readonly ArrayLike<number>[];

/** Enough that the axes do not move any more by what a byte can hold. */
const ITERATIONS = 40;
/** Directions beside the wanted ones, with which the last of them settle sooner. */
const SPARE = 24;

/** @param sets of vectors, of which each counts alike */
export function meanOf(sets: readonly Vectors[]): Float64Array {
  const mean = new Float64Array(sets[0]?.[0]?.length ?? 0);
  for (const vectors of sets)
    for (const vector of vectors)
      for (let at = 0; at < mean.length; at += 1)
        mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length / sets.length;
  return mean;
}

/** @returns products of their offsets from the mean, row by row */
export function spreadOf(sets: readonly Vectors[], mean: Float64Array): Float64Array {
  const size = mean.length;
  const sums = new Float64Array(size * size);
  for (const vectors of sets)
    for (const vector of vectors) {
      const offset = mean.map((value, at) => (vector[at] ?? 0) - value);
      for (let row = 0; row < size; row += 1) {
        const factor = (offset[row] ?? 0) / vectors.length / sets.length;
        for (let column = 0; column < size; column += 1)
          sums[row * size + column] =
            (sums[row * size + column] ?? 0) + factor * (offset[column] ?? 0);
      }
    }
  return sums;
}

/** @returns the largest variance first */
export function mainAxes(spread: Float64Array, count: number): Axis[] {
  const size = Math.sqrt(spread.length);
  let axes: Float64Array[] = Array.from({ length: Math.min(size, count + SPARE) }, (_, axis) =>
    // Any directions that are not alike will do.
    Float64Array.from({ length: size }, (__, at) => Math.sin((axis + 1) * (at + 1) * 0.7)),
  );
  orthonormalise(axes);
  for (let turn = 0; turn < ITERATIONS; turn += 1) {
    axes = axes.map((axis) => multiply(spread, axis));
    orthonormalise(axes);
  }
  return axes
    .map((direction) => ({
      direction,
      variance: product(multiply(spread, direction), direction),
    }))
    .toSorted((a, b) => b.variance - a.variance)
    .slice(0, count);
}

function multiply(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  return vector.map((_, row) => product(matrix.subarray(row * size, (row + 1) * size), vector));
}

/** Gram and Schmidt's, twice, so that nothing of one direction stays in another. */
function orthonormalise(vectors: Float64Array[]): void {
  for (const [at, vector] of vectors.entries()) {
    for (let pass = 0; pass < 2; pass += 1)
      for (const before of vectors.slice(0, at)) {
        const share = product(vector, before);
        for (let place = 0; place < vector.length; place += 1)
          vector[place] = (vector[place] ?? 0) - share * (before[place] ?? 0);
      }
    const length = Math.sqrt(product(vector, vector));
    for (let place = 0; place < vector.length; place += 1)
      vector[place] = (vector[place] ?? 0) / length;
  }
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
