// States from the start to the camera: loading, welcome, consent, and camera permission.
import type { Page } from 'playwright-core';
import type { GalleryState } from '../support/gallery-state.ts';
import { inDocument, inLiveness, sessionView, SITE } from '../support/session-views.ts';

const READY = '.engine[data-phase="ready"]';

const identified = sessionView({
  measured: 'edge',
  request: { purpose: 'id_verification', mode: 'auto' },
  document_need: 'will',
  privacy: {
    ...sessionView().privacy,
    document_fields: ['name', 'birth_year', 'document_number_hash'],
  },
});
/** A session that needs a document only if the age remains unclear. */
const maybe = sessionView({
  measured: 'edge',
  request: { purpose: 'age_verification', mode: 'auto', gate: 18 },
  document_need: 'may',
});
const MAIN = 'main .button[data-look="main"]';

/**
 * Presses the main button even when it is marked as unavailable; the page then explains why it is
 * unavailable.
 */
export const pressMain = (page: Page) => page.locator(MAIN).click({ force: true });

/** A shop's logo, as a customer would upload it. */
const LOGO = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><rect width="96" height="32" rx="6" fill="#7a1f3d"/><circle cx="20" cy="16" r="9" fill="#f6d9a8"/><rect x="38" y="13" width="46" height="6" rx="3" fill="#fff"/></svg>',
).toString('base64')}`;

const tall = (state: GalleryState): GalleryState => ({ ...state, isTall: true });

const READING: readonly GalleryState[] = [
  {
    name: 'welcome-loading',
    answers: { open: { view: sessionView() } },
    engine: { loaded: 0.4 },
    shows: 'progress[value="40"]',
  },
  {
    name: 'welcome',
    answers: { open: { view: sessionView() } },
    shows: READY,
  },
  {
    name: 'welcome-waiting',
    answers: { open: { view: sessionView() } },
    engine: { loaded: 0.4, isWaiting: true },
    shows: '.engine[data-phase="waiting"]',
  },
  {
    name: 'welcome-saving-data',
    answers: { open: { view: sessionView() } },
    savesData: true,
    shows: '.welcome:not(:has(.engine))',
  },
  {
    name: 'welcome-edge',
    answers: { open: { view: sessionView({ measured: 'edge' }) } },
    shows: READY,
  },
  {
    name: 'welcome-document',
    answers: {
      open: {
        view: sessionView({
          measured: 'edge',
          request: { purpose: 'age_verification', mode: 'document', gate: 18 },
          document_need: 'will',
        }),
      },
    },
    shows: READY,
  },
  {
    name: 'welcome-document-fields',
    answers: { open: { view: identified } },
    shows: READY,
  },
  {
    name: 'welcome-document-fields-details',
    answers: { open: { view: identified } },
    reach: (page) => page.locator('.folded summary').click(),
    shows: '.folded[open]',
  },
  {
    name: 'welcome-step-up',
    answers: { open: { view: maybe } },
    shows: '.steps[data-last="may"]',
  },
  {
    name: 'welcome-step-up-details',
    answers: { open: { view: maybe } },
    reach: (page) => page.locator('.folded summary').click(),
    shows: '.folded[open]',
  },
  {
    // The visitor reaches the document step without having consented to it.
    name: 'welcome-stepped-up',
    answers: { open: { view: inDocument({ step: 'consent' }) } },
    shows: READY,
  },
  {
    // Turnstile's script does not load. The dialog keeps the language in which it was opened, so
    // English is enough.
    name: 'welcome-witness-failed',
    answers: {
      open: {
        view: sessionView({
          witness: { site_key: 'a-key', script: '/blocked.js', action: 'consent' },
        }),
      },
    },
    reach: pressMain,
    shows: 'dialog.witness[data-phase="failed"]',
    isAlike: true,
  },
  {
    name: 'welcome-details',
    answers: { open: { view: sessionView() } },
    reach: (page) => page.locator('.folded summary').click(),
    shows: '.folded[open]',
  },
  {
    name: 'welcome-sending',
    answers: { open: { view: sessionView() }, consent: 'pending' },
    reach: pressMain,
    shows: '.button[data-busy="true"]',
  },
  {
    name: 'welcome-no-age',
    answers: {
      open: {
        view: sessionView({ request: { purpose: 'age_verification', mode: 'facial' } }),
      },
    },
    shows: READY,
  },
  {
    name: 'welcome-test',
    answers: {
      open: {
        view: sessionView({
          test: true,
          site: { ...SITE, name: 'Weinkontor am alten Hafen GmbH', logo: LOGO, color: '#7a1f3d' },
        }),
      },
    },
    shows: '.sandbox',
  },
];

export const WELCOME: readonly GalleryState[] = [
  // Waits for the heading that the script renders: the skeleton in the HTML has neither a heading
  // nor a language menu.
  { name: 'loading', answers: { open: 'pending' }, shows: '.loading:has(h1)' },
  ...READING.map(tall),
];

const open = { open: { view: inLiveness() } };

export const CAMERA: readonly GalleryState[] = [
  {
    name: 'cancel-dialog',
    answers: open,
    reach: (page) => page.locator('.foot > .button').last().click(),
    shows: 'dialog[open]',
  },
  { name: 'camera-off', answers: open, shows: READY },
  {
    name: 'camera-asking',
    answers: open,
    camera: 'asking',
    reach: pressMain,
    shows: '[data-page="camera"] [data-busy="true"]',
  },
  {
    name: 'camera-denied',
    answers: open,
    camera: 'denied',
    reach: pressMain,
    shows: '.notice[data-tone="warn"] .todo',
  },
  {
    name: 'camera-unknown',
    answers: open,
    camera: 'missing',
    shows: READY,
  },
  {
    name: 'camera-missing',
    answers: open,
    camera: 'missing',
    // In this state the hand-off to a phone may be the main button, so the first button is pressed
    // instead.
    reach: (page) => page.locator('main .actions .button').first().click(),
    shows: '.notice[data-tone="warn"] .todo',
  },
  {
    name: 'camera-busy',
    answers: open,
    camera: 'busy',
    reach: pressMain,
    shows: '.notice[data-tone="warn"] .todo',
  },
  {
    name: 'camera-lost',
    answers: open,
    camera: 'lost',
    reach: pressMain,
    shows: '.notice[data-tone="warn"] .todo',
  },
  {
    name: 'preparing',
    answers: open,
    engine: { loaded: 0.7 },
    reach: pressMain,
    shows: '[data-page="preparing"] progress',
  },
];
