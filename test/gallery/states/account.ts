// States in which the person's own account is offered next to the check: it can satisfy the check
// or store the result.
import type { Page } from 'playwright-core';
import type { AccountOffer, SessionView } from '../../../widget/hosted/requests/wire.ts';
import type { Answers, GalleryState } from '../support/gallery-state.ts';
import { ended, sessionView, SITE } from '../support/session-views.ts';

const offer = (changes: Partial<AccountOffer>) => ({
  data: { service: 'Agate', signed_in: true, can_reuse: false, can_keep: false, ...changes },
});
const keep = offer({ can_keep: true });
const pressOffer = (page: Page) => page.locator('.offer .button').last().click();

const asked = sessionView({ request: { purpose: 'age_verification', mode: 'auto', gate: 18 } });

const passed = (name: string, answers: Answers, view: SessionView = ended('success')) => ({
  name,
  answers: { open: { view }, account: keep, ...answers },
  shows: '[data-offer="keep"]',
});

export const ACCOUNT: readonly GalleryState[] = [
  {
    name: 'welcome-reuse',
    answers: { open: { view: asked }, account: offer({ can_reuse: true }) },
    isTall: true,
    shows: '[data-offer="reuse"]',
  },
  {
    name: 'welcome-reuse-failed',
    answers: {
      open: { view: { ...asked, site: { ...SITE, name: 'Weinkontor am alten Hafen GmbH' } } },
      account: offer({ can_reuse: true }),
      'account/reuse': { refusal: 'CONFLICT' },
      // After the refusal, the page reads the session again. The view is unchanged, since the check
      // has not been passed.
      read: { view: asked },
    },
    reach: pressOffer,
    isTall: true,
    shows: '.offer-fault:not(:empty)',
  },
  passed('verdict-keep', {}),
  passed('verdict-keep-signed-out', { account: offer({ signed_in: false, can_keep: true }) }),
  passed('verdict-keep-phone', {}, ended('success', undefined, { device: 'phone' })),
  {
    ...passed('verdict-keep-failed', { 'account/keep': { refusal: 'INTERNAL_ERROR' } }),
    reach: pressOffer,
    shows: '.offer-fault:not(:empty)',
  },
  {
    ...passed('verdict-kept', { 'account/keep': { data: {} } }),
    reach: pressOffer,
    shows: '[data-offer="kept"]',
  },
];
