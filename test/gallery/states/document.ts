// States of the document step: choosing, showing and sending a document, and the problems that can
// occur.
import type { Page } from 'playwright-core';
import type { Problem } from '../../../widget/hosted/state/flow.ts';
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';
import { photographAsJpeg } from '../../support/documents/camera.ts';
import { SCENARIOS } from '../../support/documents/scenarios.ts';
import { drawSpecimen } from '../../support/documents/specimens.ts';
import type { GalleryState } from '../support/gallery-state.ts';
import { inDocument } from '../support/session-views.ts';
import { pressMain } from './before-camera.ts';

const open = { open: { view: inDocument() } };
/**
 * A document step for a visitor whose country is unknown, so that the list of countries starts at
 * the top in every language.
 */
const NOWHERE = {
  nonce: 'a-nonce',
  allowed: ['passport', 'id_card'],
} satisfies SessionView['document'];
const LIVE = '.page-stage[data-camera="live"]';

/** A photograph as a person would choose it on a phone. */
export const photoOf = (format: 'td1' | 'td3') => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from(photographAsJpeg(drawSpecimen(format, 7).page, SCENARIOS['phone 720p'], 7)),
});

const TABLE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#987"/></svg>',
);

export const upload = (file: () => ReturnType<typeof photoOf>) => async (page: Page) => {
  await pressMain(page);
  await page.locator(LIVE).waitFor();
  await page.locator('.photo-input').setInputFiles(file());
};

/**
 * A state after a problem with the document. The shortest way to it is a cancellation that the
 * server refuses, because the page then reads the session again.
 */
const judged = (problem: Problem, left: number): GalleryState => ({
  name: `retry-${problem.replaceAll('_', '-')}`,
  answers: {
    ...open,
    cancel: { refusal: 'CONFLICT' },
    read: {
      view: inDocument({ problem, attempts_left: { liveness: 3, age: 0, document: left } }),
    },
  },
  reach: async (page) => {
    await page.locator('.foot > .button').last().click();
    await page.locator('dialog[open] .button').last().click();
  },
  shows: `[data-problem="${problem}"]`,
});

export const DOCUMENT: readonly GalleryState[] = [
  { name: 'document-choose', answers: open, shows: '.kinds', isTall: true },
  {
    name: 'document-countries',
    answers: { open: { view: inDocument({ document: NOWHERE }) } },
    reach: async (page) => {
      await page.locator('.country input').click();
      const row = page.locator('[aria-selected="true"]');
      const first = (await row.textContent()) ?? '';
      await page.keyboard.press('ArrowDown');
      await row.filter({ hasNotText: first }).waitFor();
    },
    shows: '.rows:not([hidden])',
    isTall: true,
  },
  {
    name: 'document-unreadable',
    answers: open,
    reach: (page) => page.locator('[value="drivers_license"]').check(),
    shows: '#unreadable',
    isTall: true,
  },
  { name: 'document-code', answers: open, camera: 'rear', reach: pressMain, shows: LIVE },
  {
    name: 'document-no-camera',
    answers: open,
    camera: 'denied',
    reach: pressMain,
    shows: '[data-fault="denied"]',
  },
  {
    name: 'document-photo-unread',
    answers: open,
    reach: upload(() => ({ name: 'table.svg', mimeType: 'image/svg+xml', buffer: TABLE })),
    shows: '.capture > .unreadable',
    isTall: true,
  },
  {
    name: 'document-front',
    answers: open,
    reach: upload(() => photoOf('td1')),
    shows: '.document-actions [data-look="main"]',
  },
  {
    name: 'document-sending',
    answers: { ...open, document: 'pending' },
    reach: upload(() => photoOf('td3')),
    shows: '.busy',
  },
  judged('document_unclear', 2),
  judged('document_not_accepted', 2),
  judged('document_expired', 2),
  judged('document_birth_date', 2),
  judged('document_not_live', 2),
  judged('front_not_a_document', 2),
  judged('front_unclear', 1),
  judged('front_unread', 1),
  judged('portrait_unclear', 1),
  judged('portrait_differs', 1),
];
