// The distance between two face descriptors. Pure.

interface Described {
  /** A unit vector. */
  descriptor: Float32Array;
}

/** @returns the Euclidean distance, 0 to 2 */
export function distance(a: Described, b: Described): number {
  const squares = a.descriptor.map((value, index) => (value - (b.descriptor[index] ?? 0)) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}
