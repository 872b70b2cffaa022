// Formats an error table as text for the operator who calibrates. Pure.
import type { AgeErrorTable } from '../../src/config/age-error.ts';
import { withInterval } from '../../src/domain/verification/rules/age/error-curve.ts';
import type { Scored } from './conformal.ts';
import { type HeadChange, headChanges } from './make-head.ts';
import { MIN_PEOPLE } from './make-table.ts';

/** The gates at which the report shows the effect of the head's limits. */
const GATES = [14, 16, 18, 20] as const;

export function describeTable(table: AgeErrorTable): string {
  const bands = table.bands.map(({ ages: [from, to], n, is_shipped: isShipped, one_net: one }) =>
    isShipped === true
      ? `  ${from}-${to}: fewer than ${MIN_PEOPLE} people; the shipped figures stay`
      : `  ${from}-${to}: ${n} pictures, bias ${one.bias}, error ${one.mae}, SD ${one.sd}`,
  );
  const cells = (table.cells ?? []).map(([by, value, from, to, n, one, two, bias, sd]) => {
    const who = `  ${[by, value].filter((text) => text !== '').join(' ')}, ${from}-${to}`;
    if (n === 0) return `${who}: no pictures`;
    return `${who}: ${n} pictures, bias ${bias}, SD ${sd}; pass by one net ${share(one, n)}, by two ${share(two, n)}`;
  });
  return [
    `${table.pictures} pictures.`,
    'Errors by true age, one net, in years:',
    ...bands,
    'At gate 18 with a margin of 7 years, with 95 % intervals:',
    ...cells,
  ].join('\n');
}

/**
 * Describes the effect of the calibrated limits of the age head, counted on the pictures used to
 * calibrate them.
 */
export function describeHead(table: AgeErrorTable, people: readonly Scored[]): string {
  const lines = headChanges(table, people, GATES).map(({ gate, target, shipped, own, ...of }) => {
    const passing = ({ minors, adults }: HeadChange['own']) =>
      `${gate - 5}-${gate - 1} ${shareOf(minors, of.minors)}, ${gate}-${gate + 6} ${shareOf(adults, of.adults)}`;
    const stays = Math.abs(shipped.line - own.line) < 0.01 ? ' (the shipped line stays)' : '';
    return `  gate ${gate}, ${target * 100} %: line ${shipped.line.toFixed(2)} to ${own.line.toFixed(2)}${stays}; pass now ${passing(shipped)}; then ${passing(own)}`;
  });
  return ['By the age head, at the edge:', ...lines].join('\n');
}

const shareOf = (count: number, n: number): string =>
  n === 0 ? 'no pictures' : `${count} of ${n}, ${share(count, n)}`;

function share(count: number, n: number): string {
  const { share: value, low, high } = withInterval(count / n, n);
  const percent = (part: number) => Number((part * 100).toFixed(1));
  return `${percent(value)} % (${percent(low)} to ${percent(high)})`;
}
