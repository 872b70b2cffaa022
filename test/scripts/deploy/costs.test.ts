// The figures in docs/deploy.md match those that a deployment prints.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { costLines, FREE_PLAN_LACKS, USES } from '../../../scripts/deploy/costs.ts';

const PAGE = readFileSync('docs/deploy.md', 'utf8');
const number = (value: number): string => value.toLocaleString('en-US');

test.each(USES)('the page has the row of $resource', (use) => {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| ${use.resource} `)) ?? '';
  const cells = row.split('|').map((cell) => cell.trim());
  expect(cells.slice(2, -1)).toEqual([
    number(use.perCheck.edge),
    number(use.perCheck.device),
    number(use.included),
    `$${use.perMillion.toFixed(2)}`,
    use.freePerDay === null ? '10 a request' : number(use.freePerDay),
  ]);
});

test('and the totals, and what the free plan lacks', () => {
  const figures = [
    ...costLines('paid', true),
    ...costLines('paid', false),
    ...costLines('free', false)
      .slice(0, 1)
      .map((line) => line.replace('$0.00', '')),
  ].flatMap((line) => line.match(/\$?\d[\d,.]*\d|\$\d/g) ?? []);
  expect(figures).toContain('$0.09');
  expect(figures.filter((figure) => !PAGE.includes(figure))).toEqual([]);
  for (const line of FREE_PLAN_LACKS) expect(PAGE).toContain(`- ${line}`);
});
