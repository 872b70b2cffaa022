// The request that the appearance page sends, built from what the member typed.
import { expect, test } from 'vitest';
import {
  changesOf,
  draftOf,
} from '../../../widget/console/dashboard/pages/appearance/look-draft.ts';
import { SETTINGS } from '../../gallery/consoles/states/answers.ts';

test('unchanged values are not sent, even with an added space', () => {
  const draft = draftOf(SETTINGS);
  expect(changesOf(SETTINGS, draft)).toEqual({});
  expect(changesOf(SETTINGS, { ...draft, name: ` ${draft.name} ` })).toEqual({});
});

test('emptied values are sent as null, and only changed values are sent', () => {
  const draft = { ...draftOf(SETTINGS), color: ' ', default_locale: 'de', name: 'Keller' };
  expect(changesOf(SETTINGS, draft)).toEqual({ color: null, default_locale: 'de', name: 'Keller' });
});
