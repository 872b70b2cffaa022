// Converts frequencies to samples, with the integer arithmetic of Poppler and jpeg-js, after
// Loeffler, Ligtenberg and Moschytz, "Practical Fast 1-D DCT Algorithms with 11 Multiplications"
// (1989). Every rounding is preserved, because the nets' golden values were computed with it.

const EDGE = 8;

// Fixed point with twelve fractional bits.
const SQRT2 = 5793;
const SQRT_HALF = 2896;
const COS1 = 4017;
const SIN1 = 799;
const COS3 = 3406;
const SIN3 = 2276;
const COS6 = 1567;
const SIN6 = 3784;
const POINT = 12;
/** The number of fractional bits that the pass over rows keeps for the pass over columns. */
const KEPT = 4;

/**
 * Converts one block of 8 x 8 coefficients to samples, 0 to 255.
 * @param block the coefficients, dequantised, row by row; the block is overwritten
 * @param samples receives the block from `at` on, in rows of `stride`
 */
export function invertBlock(
  block: Int32Array,
  samples: Uint8Array,
  at: number,
  stride: number,
): void {
  for (let row = 0; row < EDGE; row++) invertLine(block, row * EDGE, 1, POINT - KEPT);
  for (let column = 0; column < EDGE; column++) invertLine(block, column, EDGE, POINT);
  for (let i = 0; i < EDGE * EDGE; i++)
    samples[at + (i >> 3) * stride + (i & 7)] = toSample(block[i] ?? 0);
}

/**
 * Fills a block whose only coefficient is its mean, as in most blocks of a plain wall. Computes the
 * same samples as invertBlock in a fraction of the time.
 */
export function fillBlock(mean: number, samples: Uint8Array, at: number, stride: number): void {
  const inRow = scaleMean(mean, POINT - KEPT);
  const sample = toSample(scaleMean(inRow, POINT));
  for (let i = 0; i < EDGE * EDGE; i++) samples[at + (i >> 3) * stride + (i & 7)] = sample;
}

const scaleMean = (mean: number, shift: number): number =>
  (Math.imul(SQRT2, mean) + (1 << (shift + 1))) >> (shift + 2);

function toSample(value: number): number {
  const sample = 128 + ((value + 8) >> KEPT);
  return sample < 0 ? 0 : sample > 255 ? 255 : sample;
}

/**
 * @param step distance between neighbouring values of the line
 * @param shift number of fractional bits to remove: all of them, or all but KEPT
 */
function invertLine(block: Int32Array, at: number, step: number, shift: number): void {
  const p0 = block[at] ?? 0;
  const p1 = block[at + step] ?? 0;
  const p2 = block[at + 2 * step] ?? 0;
  const p3 = block[at + 3 * step] ?? 0;
  const p4 = block[at + 4 * step] ?? 0;
  const p5 = block[at + 5 * step] ?? 0;
  const p6 = block[at + 6 * step] ?? 0;
  const p7 = block[at + 7 * step] ?? 0;
  if ((p1 | p2 | p3 | p4 | p5 | p6 | p7) === 0) {
    const mean = scaleMean(p0, shift);
    for (let i = 0; i < EDGE; i++) block[at + i * step] = mean;
    return;
  }
  const half = 1 << (shift - 1);
  const up = POINT - shift;

  const a0 = (Math.imul(SQRT2, p0) + half) >> shift;
  const a1 = (Math.imul(SQRT2, p4) + half) >> shift;
  const a4 = (Math.imul(SQRT_HALF, p1 - p7) + half) >> shift;
  const a7 = (Math.imul(SQRT_HALF, p1 + p7) + half) >> shift;
  const a5 = p3 << up;
  const a6 = p5 << up;

  const b0 = (a0 + a1 + 1) >> 1;
  const b1 = (a0 - a1 + 1) >> 1;
  const b2 = (Math.imul(p2, COS6) - Math.imul(p6, SIN6) + half) >> shift;
  const b3 = (Math.imul(p2, SIN6) + Math.imul(p6, COS6) + half) >> shift;
  const b4 = (a4 + a6 + 1) >> 1;
  const b6 = (a4 - a6 + 1) >> 1;
  const b5 = (a7 - a5 + 1) >> 1;
  const b7 = (a7 + a5 + 1) >> 1;

  const c0 = (b0 + b3 + 1) >> 1;
  const c3 = (b0 - b3 + 1) >> 1;
  const c1 = (b1 + b2 + 1) >> 1;
  const c2 = (b1 - b2 + 1) >> 1;
  const c4 = turn(b4, COS3, -b7, SIN3);
  const c7 = turn(b4, SIN3, b7, COS3);
  const c5 = turn(b5, COS1, -b6, SIN1);
  const c6 = turn(b5, SIN1, b6, COS1);

  block[at] = c0 + c7;
  block[at + step] = c1 + c6;
  block[at + 2 * step] = c2 + c5;
  block[at + 3 * step] = c3 + c4;
  block[at + 4 * step] = c3 - c4;
  block[at + 5 * step] = c2 - c5;
  block[at + 6 * step] = c1 - c6;
  block[at + 7 * step] = c0 - c7;
}

/** Applies one row of a rotation matrix. */
const turn = (a: number, cos: number, b: number, sin: number): number =>
  (Math.imul(a, cos) + Math.imul(b, sin) + (1 << (POINT - 1))) >> POINT;
