// The WebAssembly instructions that the kernels use (WebAssembly 3.0, section 5.4). Each function
// is named after the instruction that it encodes, and takes the operands in the order of the text
// format's folded form.
import { type Code, signed, unsigned } from './bytes.ts';

const NO_RESULT = 0x40;
/** The alignment hint for 4 bytes, as the exponent of a power of two. */
const ALIGNED_4 = 2;

const plain = (opcode: Code, ...operands: Code[]): Code => [...operands.flat(), ...opcode];
const simd = (opcode: number, immediate: Code, ...operands: Code[]): Code =>
  plain([0xfd, ...unsigned(opcode), ...immediate], ...operands);
const at = (offset: number): Code => [ALIGNED_4, ...unsigned(offset)];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: (a: Code, b: Code): Code => plain([0x6a], a, b),
  sub: (a: Code, b: Code): Code => plain([0x6b], a, b),
  mul: (a: Code, b: Code): Code => plain([0x6c], a, b),
  and: (a: Code, b: Code): Code => plain([0x71], a, b),
  eqz: (value: Code): Code => plain([0x45], value),
  ltS: (a: Code, b: Code): Code => plain([0x48], a, b),
  /**
   * Compares two numbers as unsigned, so that a negative number counts as larger than every
   * positive one.
   */
  ltU: (a: Code, b: Code): Code => plain([0x49], a, b),
  gtS: (a: Code, b: Code): Code => plain([0x4a], a, b),
};

export const v128 = {
  load: (address: Code, offset: number): Code => simd(0, at(offset), address),
  load32Splat: (address: Code, offset: number): Code => simd(9, at(offset), address),
  store: (address: Code, value: Code, offset: number): Code => simd(11, at(offset), address, value),
  /** Loads eight bytes into the lower half of a vector and fills the upper half with zeros. */
  load64: (address: Code, offset: number): Code => simd(0x5d, at(offset), address),
  /** Stores the lower half of a vector. */
  store64: (address: Code, value: Code, offset: number): Code =>
    simd(0x5b, [...at(offset), 0], address, value),
  /** Stores the third of a vector's four words. */
  store32Of2: (address: Code, value: Code, offset: number): Code =>
    simd(0x5a, [...at(offset), 2], address, value),
  and: (a: Code, b: Code): Code => simd(0x4e, [], a, b),
  /** Whether each half of the vector has at least one bit set. */
  allTrue64: (value: Code): Code => simd(0xc3, [], value),
  /**
   * Selects four words from two vectors: 0 to 3 select words of the first vector, and 4 to 7 words
   * of the second.
   */
  words: (a: Code, b: Code, of: readonly [number, number, number, number]): Code =>
    simd(
      0x0d,
      of.flatMap((word) => [0, 1, 2, 3].map((byte) => 4 * word + byte)),
      a,
      b,
    ),
};

export const i32x4 = {
  lane: (value: Code, index: number): Code => simd(0x1b, [index], value),
  /** Extends the lower eight bytes, as unsigned numbers, to 16 bits each. */
  widen: (bytes: Code): Code => simd(0x89, [], bytes),
  /**
   * Extends unsigned 16-bit numbers to 32 bits: those in the lower half of the vector, or with
   * `extendHigh` those in the upper half.
   */
  extendLow: (value: Code): Code => simd(0xa9, [], value),
  extendHigh: (value: Code): Code => simd(0xaa, [], value),
  /**
   * Truncates two floating-point numbers, which must be within the range of a 32-bit integer. The
   * upper lanes of the result are zero.
   */
  truncate: (pair: Code): Code => simd(0x103, [], pair),
};

export const f64 = {
  const: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  neg: (value: Code): Code => plain([0x9a], value),
};

export const f64x2 = {
  splat: (value: Code): Code => simd(0x14, [], value),
  pair: (low: Code, high: Code): Code => simd(0x22, [1], f64x2.splat(low), high),
  add: (a: Code, b: Code): Code => simd(0xf0, [], a, b),
  sub: (a: Code, b: Code): Code => simd(0xf1, [], a, b),
  mul: (a: Code, b: Code): Code => simd(0xf2, [], a, b),
  lt: (a: Code, b: Code): Code => simd(0x49, [], a, b),
  ge: (a: Code, b: Code): Code => simd(0x4c, [], a, b),
  convertLowI32x4: (value: Code): Code => simd(0xfe, [], value),
  /** Rounds two 64-bit floating-point numbers to 32 bits; the upper half of the vector is zero. */
  demote: (value: Code): Code => simd(0x5e, [], value),
};

export const f32x4 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  /** A vector of three values, with the first repeated in the fourth lane. */
  of: (a: Code, b: Code, c: Code): Code => simd(0x20, [2], simd(0x20, [1], f32x4.splat(a), b), c),
  add: (a: Code, b: Code): Code => simd(0xe4, [], a, b),
  sub: (a: Code, b: Code): Code => simd(0xe5, [], a, b),
  mul: (a: Code, b: Code): Code => simd(0xe6, [], a, b),
  /** Converts four integers to floating-point numbers. */
  convert: (value: Code): Code => simd(0xfa, [], value),
  splat: (value: Code): Code => simd(0x13, [], value),
  /**
   * @param lowest the minimum of every lane, a scalar
   * @param highest the maximum of every lane, a scalar
   */
  clamp: (value: Code, lowest: Code, highest: Code): Code =>
    f32x4.pmin(f32x4.pmax(value, f32x4.splat(lowest)), f32x4.splat(highest)),
  pmin: (a: Code, b: Code): Code => simd(0xea, [], a, b),
  pmax: (a: Code, b: Code): Code => simd(0xeb, [], a, b),
  /** a · b + c, rounded once if the processor has a fused multiply-add, otherwise twice. */
  relaxedMadd: (a: Code, b: Code, c: Code): Code => simd(0x105, [], a, b, c),
};

/** A parameter or local variable of a function. */
export interface Variable {
  get: Code;
  set: (value: Code) => Code;
}

export const move = (variable: Variable, by: Code): Code => variable.set(i32.add(variable.get, by));
export const moveBy = (variable: Variable, by: number): Code => move(variable, i32.const(by));

/** Runs the body at least once, and again while the condition holds. */
export const doWhile = (body: Code[], condition: Code): Code => [
  0x03,
  NO_RESULT,
  ...body.flat(),
  ...condition,
  0x0d,
  0,
  0x0b,
];

export const when = (condition: Code, body: Code[]): Code => [
  ...condition,
  0x04,
  NO_RESULT,
  ...body.flat(),
  0x0b,
];

/** Selects one of two values; both are always evaluated. */
export const select = (condition: Code, value: Code, otherwise: Code): Code =>
  plain([0x1b], value, otherwise, condition);
