import { Button } from './button.tsx';
import type { Column } from './table.tsx';

interface Act {
  label: string;
  /**
   * The accessible name. It includes the row's name, because a screen reader would otherwise read
   * the same label in every row.
   */
  name: string;
  onPress: () => void;
}

/**
 * The last column of a table: the actions on a row.
 *
 * @param actsOf the actions of one row; `false` leaves the column out, for example for members who
 *   lack the permission
 * @returns an array to spread into the table's columns
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
