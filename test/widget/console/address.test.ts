// A list's current page and date range, as stored in the console's URL.
import { expect, it } from 'vitest';
import { isReversed, pageWithin, readPage } from '../../../widget/console/ui/address.ts';

it('the page in the address is limited to existing pages', () => {
  const pageOf = (page: string, pages: number) =>
    pageWithin(readPage(new URLSearchParams({ page })), pages);
  expect([pageOf('2', 3), pageOf('3', 3), pageOf('9', 3)]).toEqual([2, 3, 3]);
  expect([pageOf('9', 0), pageOf('-1', 3), pageOf('all', 3)]).toEqual([1, 1, 1]);
});

it('a last day before the first day is reported', () => {
  const days = (from: string, to: string) => isReversed(new URLSearchParams({ from, to }));
  expect([days('2026-11-21', '2026-11-20'), days('2026-11-20', '2026-11-20')]).toEqual([
    true,
    false,
  ]);
  expect([days('2026-11-20', ''), days('', '2026-11-20')]).toEqual([false, false]);
});
