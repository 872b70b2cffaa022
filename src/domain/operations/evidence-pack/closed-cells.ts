// Statistical disclosure control for the counts of an evidence pack: a number below ten is not
// shown, and cannot be derived from a total (D-161). Pure.

/** The smallest number that is shown; smaller numbers, including zero, are not. */
export const SMALLEST = 10;

/** A count, or null for a closed cell, whose number is not shown. */
export type Cell = number | null;

export const closeOne = (value: number): Cell => (value < SMALLEST ? null : value);

/** Whether a reader who knows the sum of the closed cells still cannot derive any of them. */
const isKept = (closed: readonly number[]): boolean =>
  closed.length === 0 || (closed.length > 1 && sumOf(closed) >= SMALLEST);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * @param parts the parts of the sum, each shown unless it is too small
 * @returns the sum, unless it would reveal a part
 */
export const closeSum = (sum: number, parts: readonly number[]): Cell =>
  isKept(parts.filter((part) => part < SMALLEST)) ? closeOne(sum) : null;

/**
 * Closes cells so that a reader who knows their sum cannot derive the small ones. Cells that are
 * too small are closed. While the sum would still reveal them, because only one cell is closed or
 * the closed cells together are too small, the smallest open cell is closed too.
 * @param values non-negative numbers
 * @returns one cell for each value. If the sum itself is too small, the caller closes it
 */
export function closeCells(values: readonly number[]): Cell[] {
  const sorted = values
    .map((value, at) => ({ value, at }))
    .toSorted((a, b) => a.value - b.value || a.at - b.at);
  let closed = sorted.filter(({ value }) => value < SMALLEST).length;
  const isSafe = (): boolean => isKept(sorted.slice(0, closed).map(({ value }) => value));
  while (!isSafe() && closed < sorted.length) closed += 1;
  const gone = new Set(sorted.slice(0, closed).map(({ at }) => at));
  return values.map((value, at) => (gone.has(at) ? null : value));
}

interface DayValue {
  /** The day, `YYYY-MM-DD`. */
  day: string;
  value: number;
}

interface MonthCells {
  /** The month, `YYYY-MM`. */
  month: string;
  value: Cell;
  days: { day: string; value: Cell }[];
}

/**
 * Closes cells of a period whose sum the reader knows: months as cells of the period, and days as
 * cells of their month. A closed month shows no days.
 * @param values one for each day of the period, earliest first
 */
export function closeDays(values: readonly DayValue[]): MonthCells[] {
  const months = [...Map.groupBy(values, ({ day }) => day.slice(0, 7))];
  const sums = months.map(([, days]) => sumOf(days.map(({ value }) => value)));
  const shown = closeCells(sums);
  return months.map(([month, days], at) => {
    const value = shown[at] ?? null;
    const cells = closeCells(days.map((one) => one.value));
    const daily = days.map(({ day }, n) => ({
      day,
      value: value === null ? null : (cells[n] ?? null),
    }));
    return { month, value, days: daily };
  });
}

export interface NamedCells<Column extends string> {
  /**
   * Rows with at least one number that is shown, sorted by the shown numbers, largest first:
   * sorting by all numbers would reveal bounds on the closed cells.
   */
  rows: ({ item: string } & Record<Column, Cell>)[];
  /**
   * The total of the closed cells in each column, including counts that belong to no named item;
   * null when the column's own sum is closed.
   */
  together: Record<Column, Cell>;
}

/**
 * Closes enough cells of named items that a reader who knows each column's sum cannot work out the
 * value of any closed cell. Items without a number to show are left out.
 * @param totals the sum of each column, which may include counts that belong to no named item; null
 *   when neither the sum nor anything in the column is shown
 */
export function closeNamed<Column extends string>(
  items: readonly ({ item: string } & Record<NoInfer<Column>, number>)[],
  totals: Record<Column, Cell>,
): NamedCells<Column> {
  const columns = Object.keys(totals) as Column[];
  const cells = new Map(
    columns.map((column) => [column, closeColumn(items, column, totals[column])]),
  );
  const rows = items
    .map((one, at) => ({ one, values: columns.map((column) => cells.get(column)?.[at] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null))
    .map(({ one, values }) => ({
      item: one.item,
      ...(Object.fromEntries(columns.map((column, n) => [column, values[n] ?? null])) as Record<
        Column,
        Cell
      >),
    }));
  const shownOf = (row: (typeof rows)[number]) => sumOf(columns.map((column) => row[column] ?? 0));
  const together = columns.map((column) => {
    const open = rows.reduce<number>((sum, row) => sum + (row[column] ?? 0), 0);
    const total = totals[column];
    return [column, total === null ? null : total - open];
  });
  return {
    rows: rows.toSorted((a, b) => shownOf(b) - shownOf(a) || (a.item < b.item ? -1 : 1)),
    together: Object.fromEntries(together) as Record<Column, Cell>,
  };
}

function closeColumn<Column extends string>(
  items: readonly ({ item: string } & Record<Column, number>)[],
  column: Column,
  total: Cell,
): Cell[] {
  if (total === null) return items.map(() => null);
  const values = items.map((one) => one[column]);
  const rest = total - sumOf(values);
  return closeCells(rest > 0 ? [...values, rest] : values).slice(0, values.length);
}
