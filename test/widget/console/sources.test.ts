import { expect, test } from 'vitest';
import { readSource } from '../../../widget/console/admin/pages/ages/source.ts';

const CHECK = 'a'.repeat(64);

test.each([
  ['ten_9', { tenant_id: 'ten_9' }],
  [CHECK, { session: CHECK }],
  ['xit_init', { session: 'xit_init' }],
  ['xtk_result', { session: 'xtk_result' }],
  ['2026-11', { policy_version: '2026-11' }],
  ['  ', {}],
])('the filter of kept ages recognises %s', (typed, wanted) => {
  expect(readSource(new URLSearchParams({ source: typed }))).toEqual(wanted);
});
