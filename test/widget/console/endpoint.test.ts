// The request for changing a webhook endpoint, built from what the member entered.
import { expect, test } from 'vitest';
import { changesOf, draftOf } from '../../../widget/console/dashboard/endpoint-draft.ts';
import { ENDPOINT } from '../../gallery/consoles/states/answers.ts';

test('unchanged values are not sent, regardless of order and spaces', () => {
  const draft = draftOf(ENDPOINT);
  expect(changesOf(ENDPOINT, draft)).toEqual({});
  const same = { ...draft, url: ` ${draft.url} `, events: draft.events.toReversed() };
  expect(changesOf(ENDPOINT, same)).toEqual({});
});

test('only changed values are sent', () => {
  const draft = draftOf(ENDPOINT);
  expect(changesOf(ENDPOINT, { ...draft, url: 'https://cellar.example/new' })).toEqual({
    url: 'https://cellar.example/new',
  });
  expect(changesOf(ENDPOINT, { ...draft, mode: 'live', events: ['session.failed'] })).toEqual({
    mode: 'live',
    events: ['session.failed'],
  });
});
