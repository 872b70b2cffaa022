// What an evidence pack may show of counts: no number below ten, and none that follows from a total (D-161). Pure.

/** Fewer are not shown; nobody at all is fewer, too. */
export const SMALLEST = 10;

/** null: closed. */
export type Cell = number | null;

export const closeOne = (value: number): Cell => (value < SMALLEST ? null : value);

/** Whether cells stay closed though their sum is known. */
const isKept = (closed: readonly number[]): boolean =>
  closed.length === 0 || (closed.length > 1 && sumOf(closed) >= SMALLEST);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** @param parts of a sum, each shown unless it is too small @returns the sum, unless it would give a part away */
export const closeSum = (sum: number, parts: readonly number[]): Cell =>
  isKept(parts.filter((part) => part < SMALLEST)) ? closeOne(sum) : null;

/**
 * Cells whose sum the reader knows. Those that are too small are closed; and while what is closed is one cell alone, or is too small
 * together, so that the sum would give it away, the smallest that is open goes with it.
 * @param values none below 0 @returns one cell for each. Where the sum itself is too small, the caller closes that
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
  /** `YYYY-MM-DD` */
  day: string;
  value: number;
}

interface MonthCells {
  /** `YYYY-MM` */
  month: string;
  value: Cell;
  days: { day: string; value: Cell }[];
}

/**
 * Days of a period whose sum is known, by months: the months are closed as cells of the period, and the days of an open month as
 * cells of that month. Of a closed month no day is shown.
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
  /** With a number that is shown, the largest first. */
  rows: ({ item: string } & Record<Column, Cell>)[];
  /** What is closed in each column, together, whatever has no name included; null: the sum is closed. */
  together: Record<Column, Cell>;
}

/**
 * A list by names, each column of which has a sum that the reader knows. What has no number to show is not named.
 * @param totals of each column; what the items lack of it has no name. null: it is not shown, and so is nothing of the column
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
  const together = columns.map((column) => {
    const open = rows.reduce<number>((sum, row) => sum + (row[column] ?? 0), 0);
    const total = totals[column];
    return [column, total === null ? null : total - open];
  });
  return { rows, together: Object.fromEntries(together) as Record<Column, Cell> };
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
