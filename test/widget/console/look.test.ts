// The appearance page's request, built from what the member typed.
import { expect, test } from 'vitest';
import {
  changesOf,
  draftOf,
} from '../../../widget/console/dashboard/pages/appearance/look-draft.ts';
import { SETTINGS } from '../../gallery/consoles/states/answers.ts';

test('nothing that is as it was, also where a space was added', () => {
  const draft = draftOf(SETTINGS);
  expect(changesOf(SETTINGS, draft)).toEqual({});
  expect(changesOf(SETTINGS, { ...draft, name: ` ${draft.name} ` })).toEqual({});
});

test('null for what was emptied, and only what differs', () => {
  const draft = { ...draftOf(SETTINGS), color: ' ', default_locale: 'de', name: 'Keller' };
  expect(changesOf(SETTINGS, draft)).toEqual({ color: null, default_locale: 'de', name: 'Keller' });
});
