import { Button } from './button.tsx';
import type { Column } from './table.tsx';

interface Act {
  label: string;
  /** With the name of the row: a screen reader meets the same label in every row. */
  name: string;
  onPress: () => void;
}

/**
 * The last column of a table: what can be done with a row.
 *
 * @param actsOf of one row; `false`, such as for readers without the right, makes no column
 * @returns to be spread among the other columns
 */
export function actsColumn<Row>(
  title: string,
  actsOf: ((row: Row) => readonly Act[]) | false,
): Column<Row>[] {
  if (actsOf === false) return [];
  const cell = (row: Row) =>
    actsOf(row).map(({ label, name, onPress }) => (
      <Button key={label} look="plain" aria-label={name} onPress={onPress}>
        {label}
      </Button>
    ));
  return [{ title, place: 'buttons', cell }];
}
