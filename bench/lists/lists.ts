// The entries of a list benchmark, and how each entry is measured.
import { measure, type Slice } from './measure.ts';

/**
 * The goals in milliseconds of CPU time: for a first page, an empty result or a figure, and for any
 * other page.
 */
export const WANTED = { first: 5, any: 15 };
const PER_PAGE = 20;

export interface Page {
  rows: unknown[];
  total: number;
}

export interface List {
  name: string;
  read: (slice: Slice) => Promise<Page>;
}

/** A query with one result and no pages. */
export interface Figure {
  name: string;
  read: () => Promise<unknown>;
  /** Why the query may take longer than the goals; its presence exempts the query from them. */
  bound?: string;
}

export interface MeasuredList {
  name: string;
  bound?: string;
  /** The number of rows on all pages; undefined for a figure. */
  total?: number;
  firstMs: number;
  /** The CPU time for the last page; undefined for a figure, and for a list of one page. */
  lastMs?: number;
}

export async function measureList({ name, read }: List): Promise<MeasuredList> {
  const { total } = await read({ offset: 0, limit: PER_PAGE });
  const firstMs = await measure(() => read({ offset: 0, limit: PER_PAGE }));
  if (total <= PER_PAGE) return { name, total, firstMs };
  const last = { offset: total - PER_PAGE, limit: PER_PAGE };
  const { rows } = await read(last);
  if (rows.length !== PER_PAGE) throw new Error(`${name}: a last page of ${rows.length} rows`);
  return { name, total, firstMs, lastMs: await measure(() => read(last)) };
}

export const measureFigure = async ({ read, ...figure }: Figure): Promise<MeasuredList> => ({
  ...figure,
  firstMs: await measure(read),
});

/**
 * @returns a line for each entry that takes longer than its goal, except for entries with a `bound`
 */
export const findSlow = (lists: readonly MeasuredList[]): string[] =>
  lists
    .filter(({ bound }) => bound === undefined)
    .flatMap(({ name, firstMs, lastMs = 0 }) => [
      ...(firstMs > WANTED.first ? [`${name}: ${firstMs.toFixed(1)} ms`] : []),
      ...(lastMs > WANTED.any ? [`${name}, last page: ${lastMs.toFixed(1)} ms`] : []),
    ]);

/** Returns all combinations of the filters, each in words and as an object. */
export function choicesOf(
  filters: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): [string, Record<string, unknown>][] {
  return Object.entries(filters).reduce<[string, Record<string, unknown>][]>(
    (made, [words, filter]) => [
      ...made,
      ...made.map(([name, chosen]): [string, Record<string, unknown>] => [
        `${name}, ${words}`,
        { ...chosen, ...filter },
      ]),
    ],
    [['', {}]],
  );
}
