// The kernel for matrix products (D-101), compared with sums that the test computes itself.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeFaceKernels } from '../../../scripts/kernels/face-kernels.ts';
import { KERNELS_SOURCE } from '../../../scripts/models.ts';
import { PackedProduct, type Product } from '../../../src/vision/face/packed-product.ts';
import { TestHeap } from '../../support/puppet/test-heap.ts';

test('the committed kernels match the output of npm run generate:kernels', async () => {
  expect(new Uint8Array(await readFile(KERNELS_SOURCE))).toEqual(writeFaceKernels());
});

test.each([
  { rows: 5, inner: 4, columns: 8, lowest: -Infinity, highest: Infinity },
  { rows: 6, inner: 36, columns: 24, lowest: 0, highest: 6 },
  { rows: 7, inner: 8, columns: 16, lowest: 0, highest: Infinity },
  { rows: 49, inner: 128, columns: 64, lowest: 0, highest: 6 },
])(
  '$rows rows of $inner times $columns columns are correct, and nothing else is written',
  (size) => {
    const { rows, inner, columns } = size;
    const heap = new TestHeap();
    const matrix = heap.fill(rows * inner, (i) => Math.sin(1.7 * i));
    const filter = heap.fill(inner * columns, (i) => Math.cos(0.9 * i));
    const bias = heap.fill(columns, (i) => i / columns - 0.5);
    const product = productOf(size, { matrix, filter, bias });
    const own = new PackedProduct(compiled(), heap);
    const result = heap.typedArrayFromHeap(own.run(product));
    const isBesideUntouched = heap.isUntouchedBehind(result);
    const sums = plainSums(product, heap);
    expect(Math.max(...sums.map((sum, i) => Math.abs(sum - (result[i] ?? NaN))))).toBeLessThan(
      1e-4,
    );
    expect(isBesideUntouched).toBe(true);
    // The kernel reads the filter only once, so a net may free it after the first run.
    filter.values.fill(0);
    expect(heap.typedArrayFromHeap(own.run(product))).toEqual(result);
  },
);

test('without a bias nothing is added', () => {
  const size = { rows: 5, inner: 4, columns: 8, lowest: -Infinity, highest: Infinity };
  const heap = new TestHeap();
  const matrix = heap.fill(20, () => 1);
  const filter = heap.fill(32, () => 2);
  const product = productOf(size, { matrix, filter, bias: undefined });
  const result = new PackedProduct(compiled(), heap).run(product);
  expect([...heap.typedArrayFromHeap(result)]).toEqual(Array.from({ length: 40 }, () => 8));
});

test.each([
  [{ rows: 4, inner: 8, columns: 8 }, false],
  [{ rows: 5, inner: 6, columns: 8 }, false],
  [{ rows: 5, inner: 8, columns: 12 }, false],
  [{ rows: 5, inner: 8, columns: 8 }, true],
])('whether the kernel accepts %o: %s', (size, takes) => {
  const heap = new TestHeap();
  const matrix = heap.fill(1, () => 0);
  const range = { lowest: 0, highest: 6 };
  const product = productOf({ ...size, ...range }, { matrix, filter: matrix, bias: undefined });
  expect(PackedProduct.takes(product)).toBe(takes);
});

const compiled = () => new WebAssembly.Module(new Uint8Array(writeFaceKernels()));

type Sizes = Pick<Product, 'rows' | 'inner' | 'columns' | 'lowest' | 'highest'>;

function productOf(size: Sizes, tensors: Pick<Product, 'matrix' | 'filter' | 'bias'>): Product {
  return { ...size, ...tensors, shape: [size.rows, size.columns] };
}

function plainSums(product: Product, heap: TestHeap): number[] {
  const { rows, inner, columns, lowest, highest } = product;
  const [a, b] = [product.matrix, product.filter].map((one) => heap.typedArrayFromHeap(one));
  const bias = product.bias && heap.typedArrayFromHeap(product.bias);
  return Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    let sum = bias?.[column] ?? 0;
    for (let k = 0; k < inner; k++)
      sum += (a?.[row * inner + k] ?? NaN) * (b?.[k * columns + column] ?? NaN);
    return Math.min(highest, Math.max(lowest, sum));
  });
}
