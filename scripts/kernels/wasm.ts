// Writes WebAssembly: each function gives the bytes of what it is called in the text format, with operands as in its folded
// form. Only what the kernels use is here (WebAssembly 3.0, section 5, "Binary Format").

export type Code = number[];
type Type = 'i32' | 'f32' | 'f64' | 'v128';

const TYPES: Record<Type, number> = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b };
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const NO_RESULT = 0x40;
/** As a power of two, in bytes: what an address may be expected to be a multiple of. */
const ALIGNED_4 = 2;

/**
 * An access at an offset below it needs one comparison where the engine checks each against the memory's size, as workerd
 * does, and two otherwise: a product took a quarter longer.
 */
const MIN_PAGES = 1;

const plain = (opcode: Code, ...operands: Code[]): Code => [...operands.flat(), ...opcode];
const simd = (opcode: number, immediate: Code, ...operands: Code[]): Code =>
  plain([0xfd, ...unsigned(opcode), ...immediate], ...operands);

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: (a: Code, b: Code): Code => plain([0x6a], a, b),
  sub: (a: Code, b: Code): Code => plain([0x6b], a, b),
  mul: (a: Code, b: Code): Code => plain([0x6c], a, b),
  and: (a: Code, b: Code): Code => plain([0x71], a, b),
  eqz: (value: Code): Code => plain([0x45], value),
  ltS: (a: Code, b: Code): Code => plain([0x48], a, b),
  /** Takes both as unsigned, so that a negative number is not less than any other. */
  ltU: (a: Code, b: Code): Code => plain([0x49], a, b),
  gtS: (a: Code, b: Code): Code => plain([0x4a], a, b),
};

export const v128 = {
  load: (address: Code, offset: number): Code => simd(0, at(offset), address),
  load32Splat: (address: Code, offset: number): Code => simd(9, at(offset), address),
  store: (address: Code, value: Code, offset: number): Code => simd(11, at(offset), address, value),
  /** Eight bytes, and zeros behind them. */
  load64: (address: Code, offset: number): Code => simd(0x5d, at(offset), address),
  /** The lower half. */
  store64: (address: Code, value: Code, offset: number): Code =>
    simd(0x5b, [...at(offset), 0], address, value),
  /** The third of the four words. */
  store32Of2: (address: Code, value: Code, offset: number): Code =>
    simd(0x5a, [...at(offset), 2], address, value),
  and: (a: Code, b: Code): Code => simd(0x4e, [], a, b),
  /** Whether both halves have a bit that is set. */
  allTrue64: (value: Code): Code => simd(0xc3, [], value),
  /** Four words of two vectors: 0 to 3 of the first, 4 to 7 of the second. */
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
  /** The lower eight bytes as numbers of two bytes, without a sign. */
  widen: (bytes: Code): Code => simd(0x89, [], bytes),
  /** Numbers of two bytes, without a sign, as ones of four: the lower half of them, and the upper. */
  extendLow: (value: Code): Code => simd(0xa9, [], value),
  extendHigh: (value: Code): Code => simd(0xaa, [], value),
  /** Two numbers without what is behind the point; they must fit. Above them are zeros. */
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
  /** Two numbers of four bytes, and zeros above them. */
  demote: (value: Code): Code => simd(0x5e, [], value),
};

export const f32x4 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  /** Three lanes, and the first once more. */
  of: (a: Code, b: Code, c: Code): Code => simd(0x20, [2], simd(0x20, [1], f32x4.splat(a), b), c),
  add: (a: Code, b: Code): Code => simd(0xe4, [], a, b),
  sub: (a: Code, b: Code): Code => simd(0xe5, [], a, b),
  mul: (a: Code, b: Code): Code => simd(0xe6, [], a, b),
  /** Four integers as numbers with a point. */
  convert: (value: Code): Code => simd(0xfa, [], value),
  splat: (value: Code): Code => simd(0x13, [], value),
  /** @param lowest of every lane, as is @param highest; numbers without lanes */
  clamp: (value: Code, lowest: Code, highest: Code): Code =>
    f32x4.pmin(f32x4.pmax(value, f32x4.splat(lowest)), f32x4.splat(highest)),
  pmin: (a: Code, b: Code): Code => simd(0xea, [], a, b),
  pmax: (a: Code, b: Code): Code => simd(0xeb, [], a, b),
  /** a · b + c, rounded once where the processor can, else twice. */
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

/** One of two values, both of which are computed. */
export const select = (condition: Code, value: Code, otherwise: Code): Code =>
  plain([0x1b], value, otherwise, condition);

/** The variables of one function, in the order in which they are asked for: parameters first. */
export class Variables {
  readonly #types: Type[] = [];

  take<const Wanted extends readonly Type[]>(
    ...types: Wanted
  ): { [Key in keyof Wanted]: Variable } {
    return types.map((type) => this.#take(type)) as { [Key in keyof Wanted]: Variable };
  }

  takeMany(type: Type, count: number): Variable[] {
    return Array.from({ length: count }, () => this.#take(type));
  }

  get types(): readonly Type[] {
    return this.#types;
  }

  #take(type: Type): Variable {
    const index = unsigned(this.#types.push(type) - 1);
    return { get: [0x20, ...index], set: (value) => [...value, 0x21, ...index] };
  }
}

/** A function that answers nothing. */
export interface Kernel {
  name: string;
  variables: Variables;
  /** How many of the variables are its parameters. */
  parameters: number;
  body: Code[];
}

/** @param memory where it comes from; it has at least a page @returns a module with these functions on it */
export function writeModule(
  memory: readonly [module: string, name: string],
  kernels: readonly Kernel[],
): Uint8Array {
  return Uint8Array.from([
    ...HEADER,
    ...section(1, kernels.map(signatureOf)),
    ...section(2, [[...memory.flatMap(text), 2, 0, MIN_PAGES]]),
    ...section(
      3,
      kernels.map((_, index) => unsigned(index)),
    ),
    ...section(
      7,
      kernels.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]),
    ),
    ...section(10, kernels.map(codeOf)),
  ]);
}

function signatureOf({ variables, parameters }: Kernel): Code {
  const types = variables.types.slice(0, parameters).map((type) => [TYPES[type]]);
  return [0x60, ...list(types), 0];
}

function codeOf({ variables, parameters, body }: Kernel): Code {
  const locals = variables.types.slice(parameters).map((type) => [1, TYPES[type]]);
  const code = [...list(locals), ...body.flat(), 0x0b];
  return [...unsigned(code.length), ...code];
}

function section(id: number, entries: Code[]): Code {
  const content = list(entries);
  return [id, ...unsigned(content.length), ...content];
}

const list = (entries: Code[]): Code => [...unsigned(entries.length), ...entries.flat()];
const text = (value: string): Code => list(Array.from(new TextEncoder().encode(value), (b) => [b]));
const at = (offset: number): Code => [ALIGNED_4, ...unsigned(offset)];

/** LEB128: seven bits a byte, the lowest first. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -0x40 && value < 0x40
    ? [value & 0x7f]
    : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
