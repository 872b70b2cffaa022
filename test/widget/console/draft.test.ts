// What happens to a form that is being filled in while a colleague changes the same settings.
import { createElement, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  draftOf,
} from '../../../widget/console/dashboard/pages/policy/methods-draft.ts';
import { rebased, useDraft } from '../../../widget/console/ui/use-draft.ts';
import { SETTINGS } from '../../gallery/consoles/states/answers.ts';

const BEGUN = { name: 'Cellar', days: 30, color: '' };

describe('a form field, when a colleague has saved meanwhile,', () => {
  it('takes the saved value when the user has not touched it', () => {
    const newest = { name: 'Cellar', days: 90, color: '#123456' };
    expect(rebased(BEGUN, { ...BEGUN, name: 'Keller' }, newest)).toEqual({
      name: 'Keller',
      days: 90,
      color: '#123456',
    });
  });

  it('keeps the user’s value, even when both changed it', () => {
    const draft = { ...BEGUN, days: 7 };
    expect(rebased(BEGUN, draft, { ...BEGUN, days: 90 })).toEqual(draft);
  });

  it('merges additions and removals of a list from both', () => {
    const of = (...list: string[]) => ({ list });
    expect(rebased(of('a', 'b'), of('b', 'c'), of('a', 'b', 'd'))).toEqual(of('b', 'd', 'c'));
    expect(rebased(of('a', 'b'), of('b', 'a'), of('b'))).toEqual(of('b'));
    expect(rebased(of('a'), of('a', 'b'), of('a', 'b'))).toEqual(of('a', 'b'));
  });

  it('takes an empty value or a list from the person who changed it', () => {
    const none = { list: null };
    const some = { list: ['a'] };
    expect(rebased<{ list: string[] | null }>(none, none, some)).toEqual(some);
    expect(rebased<{ list: string[] | null }>(none, some, { list: ['b'] })).toEqual(some);
    expect(rebased<{ list: string[] | null }>(some, { list: ['a'] }, none)).toEqual(none);
  });
});

it('a switch that a colleague changed is not sent', () => {
  const before = { ...SETTINGS, agate_id: true, reviews: false };
  const newest = { ...before, reviews: true, accept_methods: ['face' as const] };
  const begun = draftOf(before);
  const draft = { ...begun, on: begun.on.filter((name) => name !== 'agate_id') };
  expect(changesOf(newest, rebased(begun, draft, draftOf(newest)))).toEqual({ agate_id: false });
});

it('a colleague’s value is shown at once, and again when the user discards the changes', () => {
  const newest = { ...BEGUN, days: 90 };
  const answers = [BEGUN, newest];
  const shown: string[] = [];
  // Each render performs the next step, so that the test needs no browser.
  function Form() {
    const [step, setStep] = useState(0);
    const { draft, change, discard } = useDraft(answers[step] ?? newest, (saved) => saved);
    const label = `${draft.name} ${draft.days}`;
    if (shown.at(-1) !== label) shown.push(label);
    if (step === 0) change({ name: 'Keller' });
    if (step === 2) discard();
    if (step < 3) setStep(step + 1);
    return '';
  }
  renderToStaticMarkup(createElement(Form));
  expect(shown).toEqual(['Cellar 30', 'Keller 30', 'Keller 90', 'Cellar 90']);
});
