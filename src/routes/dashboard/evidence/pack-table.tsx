// Cells and tables of an evidence pack, in plain HTML, so that they print the same everywhere.
import type { Child } from 'hono/jsx';
import type { Cell } from '../../../domain/operations/evidence-pack/closed-cells.ts';
import { TableRows } from '../../../http/pages/parts/table-rows.tsx';
import { number, percent, type PackTexts } from './pack-texts.ts';

/** Capitalises the first letter of a cell, because its words are also used within sentences. */
export const begun = (cell: Child): Child =>
  typeof cell === 'string' ? cell.slice(0, 1).toUpperCase() + cell.slice(1) : cell;

/** Renders a text, with the parts between backticks as code. */
export const WithCode = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, n) => (n % 2 === 1 ? <code>{part}</code> : part))}</>
);

/**
 * Renders a table. The first cell of each row is the row's heading.
 * @param figures whether the other cells are numbers
 */
export function Table({
  caption,
  head,
  rows,
  figures = false,
}: {
  caption: Child;
  head: readonly Child[];
  rows: readonly (readonly Child[])[];
  figures?: boolean;
}) {
  return (
    <table class={figures ? 'figures' : ''}>
      <caption>{caption}</caption>
      <TableRows
        head={head.map(begun)}
        rows={rows.map(([first, ...rest]) => [begun(first), ...rest])}
      />
    </table>
  );
}

export const Lines = ({ of }: { of: readonly string[] }) => (
  <ul>
    {of.map((line) => (
      <li>{line}</li>
    ))}
  </ul>
);

export const cellText = (texts: PackTexts, value: Cell): string =>
  value === null ? texts.words.closed : number(texts, value);

/**
 * Formats a rate with its interval as `4.1 % (3–5)`; the bounds of the interval are percentages
 * too.
 */
export const rateText = (texts: PackTexts, rate: readonly number[]): string => {
  const [share = 0, low = 0, high = 0] = rate;
  const bare = (one: number) => percent(texts, one).replace(' %', '');
  return `${percent(texts, share)} (${bare(low)}–${bare(high)})`;
};

export const agesText = ([from = 0, to = 0]: readonly number[]): string => `${from}–${to}`;
