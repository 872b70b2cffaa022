// States of an age key: offered before and after a check, refused, and forgotten. The browser has a
// screen lock.
import type { Page } from 'playwright-core';
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { Answers, GalleryState } from '../support/gallery-state.ts';
import { ended, sessionView } from '../support/session-views.ts';

const asked = sessionView({
  request: { purpose: 'age_verification', mode: 'auto', gate: 18 },
  key: { act: 'use', age: 18 },
});
const passed = (act: 'make' | 'forget'): SessionView =>
  ended('success', undefined, { key: { act, age: 18 } });

const pressOffer = (page: Page) => page.locator('[data-offer^="key"] .button').first().click();
const refused = { 'key/options': { refusal: 'KEY_INVALID' } } satisfies Answers;

export const KEYS: readonly GalleryState[] = [
  {
    name: 'welcome-key',
    answers: { open: { view: asked } },
    shows: '[data-offer="key-use"] .key-field',
    isTall: true,
  },
  {
    name: 'welcome-key-refused',
    answers: { open: { view: asked }, ...refused },
    reach: pressOffer,
    shows: '#key-fault:not(:empty)',
    isTall: true,
  },
  {
    name: 'verdict-key',
    answers: { open: { view: passed('make') } },
    shows: '[data-offer="key-make"]',
  },
  {
    name: 'verdict-key-failed',
    answers: { open: { view: passed('make') }, ...refused },
    reach: pressOffer,
    shows: '#key-fault:not(:empty)',
  },
  {
    name: 'verdict-key-used',
    answers: { open: { view: passed('forget') } },
    shows: '[data-offer="key-forget"]',
  },
];
