// Writes a WebAssembly module (WebAssembly 3.0, section 5.5, "Modules"), limited to the parts that
// the kernels need.
import { type Code, unsigned } from './bytes.ts';
import type { Variable } from './instructions.ts';

type Type = 'i32' | 'f32' | 'f64' | 'v128';

const TYPES: Record<Type, number> = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b };
const HEADER = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/**
 * The minimum size of the memory, in pages. In an engine that checks each access against the size
 * of the memory, as V8 does in workerd, an access at an offset below the minimum needs one
 * comparison. Any other access needs two, which made a matrix product a quarter slower.
 */
const MIN_PAGES = 1;

/**
 * Allocates the variables of one function in the order in which they are requested; the parameters
 * must be requested first.
 */
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

/** A function without a result. */
export interface Kernel {
  name: string;
  variables: Variables;
  /** The number of variables that are parameters. */
  parameters: number;
  body: Code[];
}

/**
 * @param memory the module and name of the imported memory, which has at least one page
 * @returns a module whose functions use that memory
 */
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
