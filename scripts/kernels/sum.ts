// The kernel of src/vision/face/sum.ts: adds two maps of the same shape.
import type { Code } from './bytes.ts';
import { doWhile, f32x4, i32, moveBy, v128, when } from './instructions.ts';
import { type Kernel, Variables } from './wasm.ts';

const VECTOR = 16;
/** The number of vectors that each iteration of the loop adds. */
const STEPS = 4;

/** The function `add`. */
export function sum(): Kernel {
  const variables = new Variables();
  // The parameters. Addresses are byte offsets into the memory; a vector has four values.
  const [one, other, output, vectors] = variables.take('i32', 'i32', 'i32', 'i32');
  const parameters = variables.types.length;

  const addVectors = (count: number): Code[] => [
    ...Array.from({ length: count }, (_, i) =>
      v128.store(
        output.get,
        f32x4.add(v128.load(one.get, i * VECTOR), v128.load(other.get, i * VECTOR)),
        i * VECTOR,
      ),
    ),
    ...[one, other, output].map((address) => moveBy(address, count * VECTOR)),
    moveBy(vectors, -count),
  ];
  const isLong = i32.gtS(vectors.get, i32.const(STEPS - 1));
  const body: Code[] = [
    when(isLong, [doWhile(addVectors(STEPS), isLong)]),
    when(vectors.get, [doWhile(addVectors(1), vectors.get)]),
  ];
  return { name: 'add', variables, parameters, body };
}
