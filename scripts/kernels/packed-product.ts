// The kernel of src/vision/face/packed-product.ts: the product of two matrices, the second of which
// is packed by packFilter.
import type { Code } from './bytes.ts';
import { doWhile, f32x4, i32, move, moveBy, v128, when } from './instructions.ts';
import { type Kernel, Variables } from './wasm.ts';

/**
 * The size of the block of the result that is held in registers. Its sums take 10 of 15 registers;
 * of the others, 2 hold vectors of the filter, and 1 holds an input value.
 */
const ROWS = 5;
const COLUMNS = 8;
/**
 * The number of steps along the inner dimension in each iteration of the loop. The length of that
 * dimension must be a multiple of this number.
 */
const STEPS = 4;
const VECTORS = COLUMNS / 4;
const FLOAT = 4;
const PANEL = COLUMNS * FLOAT;

/** The function `multiply`. */
export function packedProduct(): Kernel {
  const variables = new Variables();
  // The parameters. Addresses are byte offsets into the memory.
  const integers = ['i32', 'i32', 'i32', 'i32', 'i32', 'i32'] as const;
  const [input, rows, inner, packed, panels, output] = variables.take(...integers);
  const [lowest, highest] = variables.take('f32', 'f32');
  const parameters = variables.types.length;

  const [inputRow, outputRow, left, missing, step, filter] = variables.take(...integers);
  const [blockIn, blockOut, out] = variables.take('i32', 'i32', 'i32');
  const rowsIn = variables.takeMany('i32', ROWS);
  const sums = rowsIn.map(() => variables.takeMany('v128', VECTORS));
  const filters = variables.takeMany('v128', VECTORS);
  const [value] = variables.take('v128');

  const multiplyStep = (at: number): Code[] => [
    ...filters.map((vector, i) => vector.set(v128.load(filter.get, at * PANEL + 16 * i))),
    ...rowsIn.flatMap((row, r) => [
      value.set(v128.load32Splat(row.get, at * FLOAT)),
      ...(sums[r] ?? []).map((sum, i) =>
        sum.set(f32x4.relaxedMadd(value.get, filters[i]?.get ?? [], sum.get)),
      ),
    ]),
  ];
  // Computes a block: five rows of a panel's eight columns.
  const block: Code[] = [
    // If fewer than five rows are left, the last block is moved back over the block before it, so
    // that it has five rows as well.
    when(i32.ltS(left.get, i32.const(ROWS)), [
      missing.set(i32.sub(i32.const(ROWS), left.get)),
      blockIn.set(i32.sub(blockIn.get, i32.mul(missing.get, inputRow.get))),
      blockOut.set(i32.sub(blockOut.get, i32.mul(missing.get, outputRow.get))),
    ]),
    ...rowsIn.map((row, r) => row.set(i32.add(blockIn.get, i32.mul(i32.const(r), inputRow.get)))),
    ...sums.flatMap((row) => row.map((sum, i) => sum.set(v128.load(packed.get, 16 * i)))),
    filter.set(i32.add(packed.get, i32.const(PANEL))),
    step.set(inner.get),
    doWhile(
      [
        ...Array.from({ length: STEPS }, (_, at) => multiplyStep(at)).flat(),
        moveBy(filter, STEPS * PANEL),
        ...rowsIn.map((row) => moveBy(row, STEPS * FLOAT)),
        moveBy(step, -STEPS),
      ],
      step.get,
    ),
    out.set(blockOut.get),
    ...sums.flatMap((row) => [
      ...row.map((sum, i) =>
        v128.store(out.get, f32x4.clamp(sum.get, lowest.get, highest.get), 16 * i),
      ),
      move(out, outputRow.get),
    ]),
    move(blockIn, i32.mul(inputRow.get, i32.const(ROWS))),
    move(blockOut, i32.mul(outputRow.get, i32.const(ROWS))),
    moveBy(left, -ROWS),
  ];
  const body: Code[] = [
    inputRow.set(i32.mul(inner.get, i32.const(FLOAT))),
    outputRow.set(i32.mul(panels.get, i32.const(PANEL))),
    doWhile(
      [
        blockIn.set(input.get),
        blockOut.set(output.get),
        left.set(rows.get),
        doWhile(block, i32.gtS(left.get, i32.const(0))),
        // A panel consists of a row of biases and the rows of the filter.
        move(packed, i32.mul(i32.add(inner.get, i32.const(1)), i32.const(PANEL))),
        moveBy(output, PANEL),
        moveBy(panels, -1),
      ],
      panels.get,
    ),
  ];
  return { name: 'multiply', variables, parameters, body };
}
