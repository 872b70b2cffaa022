// The list settings that a page's URL contains.
import { expect, it } from 'vitest';
import { isReversed, pageWithin, readPage } from '../../../widget/console/ui/address.ts';

it('is a page that there is: the last one, where the address names a later one', () => {
  const pageOf = (page: string, pages: number) =>
    pageWithin(readPage(new URLSearchParams({ page })), pages);
  expect([pageOf('2', 3), pageOf('3', 3), pageOf('9', 3)]).toEqual([2, 3, 3]);
  expect([pageOf('9', 0), pageOf('-1', 3), pageOf('all', 3)]).toEqual([1, 1, 1]);
});

it('has its days in order: a last day before the first is said at once', () => {
  const days = (from: string, to: string) => isReversed(new URLSearchParams({ from, to }));
  expect([days('2026-11-21', '2026-11-20'), days('2026-11-20', '2026-11-20')]).toEqual([
    true,
    false,
  ]);
  expect([days('2026-11-20', ''), days('', '2026-11-20')]).toEqual([false, false]);
});
