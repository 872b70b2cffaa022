// States of a review, which starts when a document could not be judged automatically (D-95).
import type { Page } from 'playwright-core';
import type { GalleryState } from '../support/gallery-state.ts';
import { inDocument, inReview } from '../support/session-views.ts';
import { pressMain } from './before-camera.ts';
import { photoOf, upload } from './document.ts';

const ASK = '[data-look="main"]';
const LIVE = '.page-stage[data-face="true"][data-camera="live"]';

/** A document is sent first, because there would be nothing to review without one. */
const answers: GalleryState['answers'] = {
  open: { view: inDocument() },
  document: { view: inReview() },
};
const sent = upload(() => photoOf('td3'));
const showing = async (page: Page) => {
  await sent(page);
  await page.locator(`.notice ${ASK}`).waitFor({ state: 'attached' });
  await pressMain(page);
  await page.locator(LIVE).waitFor();
};
const asked = async (page: Page) => {
  await showing(page);
  await pressMain(page);
};

export const REVIEW: readonly GalleryState[] = [
  { name: 'review-offer', answers, reach: sent, shows: `.notice ${ASK}` },
  {
    name: 'review-lost',
    answers: { open: { view: inReview({ can_show_again: true }) } },
    shows: `.notice ${ASK}`,
  },
  {
    name: 'review-lost-again',
    answers: { open: { view: inReview() } },
    shows: '.notice [data-look="soft"]',
  },
  { name: 'review-face', answers, reach: showing, shows: LIVE },
  {
    name: 'review-unclear',
    answers: { ...answers, review: { view: inReview({ problem: 'face_unclear' }) } },
    reach: asked,
    shows: '[data-unclear="true"]',
  },
  {
    name: 'review-sending',
    answers: { ...answers, review: 'pending' },
    reach: asked,
    shows: '.busy',
  },
  {
    name: 'review-again',
    answers: {
      open: {
        view: inReview({
          status: 'awaiting_retake',
          review_again: ['document', 'movements'],
          expires_in_ms: 72 * 3_600_000,
        }),
      },
    },
    shows: '.notice .tips',
  },
];
