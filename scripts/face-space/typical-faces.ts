// Finds groups of similar faces and computes the mean of each: k-means on the sphere. Pure and
// deterministic.

export type Vector = Float64Array;

const ITERATIONS = 25;

/**
 * @param faces vectors of length 1, at least as many as `count`
 * @param least the minimum size of a group, so that every mean represents enough people
 * @returns the means of at most `count` groups, as vectors of length 1; smaller groups are left out
 */
export function typicalFaces(faces: readonly Vector[], count: number, least: number): Vector[] {
  // Starts with faces from all parts of the list; the exact choice does not matter.
  let means = Array.from({ length: count }, (_, n) =>
    at(faces, Math.floor((n * faces.length) / count)),
  );
  let groups: Vector[][] = [];
  for (let turn = 0; turn < ITERATIONS; turn += 1) {
    groups = means.map(() => []);
    for (const face of faces) at(groups, nearestOf(face, means)).push(face);
    means = means.map((mean, n) => (at(groups, n).length > 0 ? meanOf(at(groups, n)) : mean));
  }
  return means.filter((_, n) => at(groups, n).length >= least);
}

function nearestOf(face: Vector, means: readonly Vector[]): number {
  let [nearest, most] = [0, -Infinity];
  for (const [n, mean] of means.entries()) {
    const cosine = product(face, mean);
    if (cosine > most) [nearest, most] = [n, cosine];
  }
  return nearest;
}

/** Computes the mean direction, as a vector of length 1. */
function meanOf(vectors: readonly Vector[]): Vector {
  const sum = new Float64Array(at(vectors, 0).length);
  for (const vector of vectors)
    for (let index = 0; index < sum.length; index += 1)
      sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0);
  const length = Math.sqrt(product(sum, sum));
  return sum.map((value) => value / length);
}

function product(one: Vector, other: Vector): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1)
    sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

function at<One>(list: readonly One[], index: number): One {
  const one = list[index];
  if (one === undefined) throw new RangeError('There are too few faces.');
  return one;
}
