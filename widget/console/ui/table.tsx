// A table whose rows become cards on narrow screens.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { showTruncated } from './show-truncated.ts';

export interface Column<Row> {
  title: string;
  /**
   * The content of a cell. Without content, the table shows a dash, and a card omits the cell and
   * its title unless there is a note.
   */
  cell: (row: Row) => ReactNode;
  /** A second line, in small print. */
  note?: (row: Row) => ReactNode;
  /**
   * The cell's place on a card. By default, it appears next to its column's title, or below the
   * title if `place` is `text`. `head` and `plain` need no title. `buttons` are the actions on the
   * row; only screen readers announce their title.
   */
  place?: 'head' | 'plain' | 'buttons' | 'text';
  /** The URL that the whole row links to. */
  href?: (row: Row) => string;
}

interface Props<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
}

export function Table<Row>({ rows, columns, keyOf }: Props<Row>) {
  return (
    <table className="table" onMouseMove={showTruncated}>
      <thead>
        <tr>
          {columns.map(({ title, place }) => (
            <th key={title} scope="col">
              {place === 'buttons' ? <span className="hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <Cell key={column.title} row={row} column={column} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CLASSES = { head: 'table-main', plain: '', buttons: 'table-actions' } as const;

function Cell<Row>({ row, column }: { row: Row; column: Column<Row> }) {
  const { title, place, cell, note, href } = column;
  const content = cell(row);
  const beside = note?.(row);
  const isLabelled = place === undefined || place === 'text';
  const value = content ?? (isLabelled ? '–' : undefined);
  const inside = (
    <>
      {href === undefined ? (
        value
      ) : (
        <Link href={href(row)} className="table-link">
          {value}
        </Link>
      )}
      {beside !== undefined && <span className="table-note">{beside}</span>}
    </>
  );
  if (!isLabelled) return <td className={CLASSES[place]}>{inside}</td>;
  const isNone = content === undefined && beside === undefined;
  return (
    <td
      className={`table-labelled${place === 'text' ? ' table-text' : ''}${isNone ? ' table-none' : ''}`}
    >
      {/* On a card, this label is shown instead of the column's header. Screen readers read the
          header. */}
      <span className="table-label" aria-hidden="true">
        {title}
      </span>
      <span className="table-value">{inside}</span>
    </td>
  );
}
