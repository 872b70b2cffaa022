import { expect, it, test } from 'vitest';
import {
  differencesOf,
  parseSeen,
  seenWith,
} from '../../../../../../widget/console/dashboard/pages/law/seen.ts';

const rule = (id: string, version: string) => ({ id, version });

it('says nothing where nobody has looked, and nothing has changed right after a look', () => {
  const rules = [rule('a', '1')];
  expect(differencesOf(undefined, rules)).toBeUndefined();
  const seen = seenWith({}, 'alcohol', rules);
  expect(differencesOf(seen['alcohol'], rules)).toEqual({ added: [], changed: [], removed: [] });
  expect(seen['gambling']).toBeUndefined();
});

it('names rules that came, changed and went', () => {
  const seen = seenWith({}, 'alcohol', [rule('a', '1'), rule('b', '1'), rule('c', '1')]);
  const now = [rule('a', '1'), rule('b', '2'), rule('d', '1')];
  expect(differencesOf(seen['alcohol'], now)).toEqual({
    added: ['d'],
    changed: ['b'],
    removed: ['c'],
  });
});

test.each([undefined, '', '{', '[]', 'null', '7'])('what is stored may be anything: %s', (text) => {
  expect(parseSeen(text)).toEqual({});
});
