// How far two descriptions of faces are apart. Pure.

interface Described {
  /** Of length 1. */
  descriptor: Float32Array;
}

/** @returns 0 to 2 */
export function distance(a: Described, b: Described): number {
  const squares = a.descriptor.map((value, index) => (value - (b.descriptor[index] ?? 0)) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}
