// Formatting of the figures on /docs/age-truth, and the component for all of its tables.
import type { Child } from 'hono/jsx';
import type { Share } from '../../domain/verification/rules/age/error-curve.ts';
import { TableRows } from '../../http/pages/parts/table-rows.tsx';

/** @param name unique on the page */
export function Table({
  name,
  caption,
  head,
  rows,
}: {
  name: string;
  caption: Child;
  head: readonly Child[];
  /** The cells of each row; the first one is the row's heading. */
  rows: readonly (readonly Child[])[];
}) {
  return (
    <>
      <p class="truth-caption" id={name}>
        {caption}
      </p>
      {/* The table scrolls on narrow screens, so it must be reachable by keyboard. */}
      <div class="truth-table" role="region" aria-labelledby={name} tabindex={0}>
        <table aria-labelledby={name}>
          <TableRows head={head} rows={rows} />
        </table>
      </div>
    </>
  );
}

/** Formats a share as `12 %`, or with one decimal below ten per cent: `4.1 %`. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)} %`;
}

/** A share with its interval below it. */
export function ShareCell({ share, low, high }: Share) {
  return (
    <>
      {percent(share)}
      <small>
        {percent(low)} to {percent(high)}
      </small>
    </>
  );
}

export function agesText([from, to]: readonly [number, number]): string {
  if (to >= 100) return `${from} and over`;
  return from === 0 ? `up to ${to}` : `${from} to ${to}`;
}

/** Formats years with a sign; the minus is U+2212. */
export const yearsText = (years: number): string =>
  `${years > 0 ? '+' : years < 0 ? '−' : ''}${Math.abs(years).toFixed(1)}`;
