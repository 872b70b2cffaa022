// Builds the tables about the age head in docs/verification.md from data/age-error.json: `node
// scripts/age-head/main.ts tables` prints their rows, and a test compares them with the page.
import type { AgeErrorTable, CountedCell, GroupCell } from '../../src/config/age-error.ts';
import { withInterval } from '../../src/domain/verification/rules/age/error-curve.ts';

const text = (part: number): string => {
  const percent = part * 100;
  return percent < 9.95 ? String(Number(percent.toFixed(1))) : percent.toFixed(0);
};

/** Formats a share as a percentage with its interval, such as `4.7 % (3 to 8)`. */
function share(count: number, n: number): string {
  const { share: value, low, high } = withInterval(count / n, n);
  return `${text(value)} % (${text(low)} to ${text(high)})`;
}

/** Builds a row for each age group of each population, youngest first. */
export function populationRows({ populations = [] }: AgeErrorTable): string[][] {
  const cells = populations.flatMap(({ name, counted = [] }) =>
    counted.map((cell): readonly [string, CountedCell] => [name, cell]),
  );
  return cells
    .toSorted(([, a], [, b]) => a[0] - b[0])
    .map(([name, [from, to, n, five, two, one, _seven, nine, eleven]]) => [
      `${from} to ${to}`,
      name,
      String(n),
      ...[five, two, one, nine, eleven].map((count) => share(count, n)),
    ]);
}

/**
 * Builds a row for all people, for each origin and for each sex. The cells of a row are the shares
 * of people in their teens, twenties and thirties who pass at the target of 2 %.
 */
export function originRows({ head }: AgeErrorTable): string[][] {
  const groups = head?.groups ?? [];
  const single = groups.filter(
    ([origin, sex, from]) => from === 10 && (origin === '' || sex === ''),
  );
  return single.map(([origin, sex]) => {
    const own = groups.filter((cell) => cell[0] === origin && cell[1] === sex);
    const who = [origin.replaceAll('_', ' or '), sex].find((one) => one !== '') ?? 'all';
    return [who, ...own.map(([, , , , n, , two]: GroupCell) => `${share(two, n)}, n ${n}`)];
  });
}

/** The cells of all table rows in a Markdown document, exactly as written. */
export const rowsOf = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
