// States with age passes. Ten passes can be stored after a check, and each of them can satisfy a
// later check in the same browser.
import type { Page } from 'playwright-core';
import type { GalleryState } from '../support/gallery-state.ts';
import { ended, sessionView } from '../support/session-views.ts';

const KEY_ID_AT = 66;
const TOKEN = Buffer.alloc(354, 1)
  .fill(7, KEY_ID_AT, KEY_ID_AT + 32)
  .toString('base64url');
const COUNTS = { floor: 50, keys: [{ key_id: '07'.repeat(32), passes_at_least: 1_200 }] };

const asked = sessionView({
  request: { purpose: 'age_verification', mode: 'auto', gate: 18 },
  pass: { min_age: 18, class: 'standard', since: '2026-08' },
});
const passed = ended('success', undefined, { passes: { bracket: '18+', class: 'standard' } });

/** Stores a pass as the page does after a check, and opens the page again. */
async function keepPass(page: Page): Promise<void> {
  await page.evaluate(
    (token) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('agate-passes', 1);
        opening.addEventListener('upgradeneeded', () =>
          opening.result.createObjectStore('passes', { keyPath: 'token' }),
        );
        opening.addEventListener('error', () => reject(new Error('storage')));
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('passes', 'readwrite');
          const untilMs = Date.parse('2999-01-01T00:00:00Z');
          const pass = { token, bracket: 18, passClass: 'standard', issued: '2999-01', untilMs };
          writing.objectStore('passes').put(pass);
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    TOKEN,
  );
  await page.reload();
  await page.locator('[data-offer="pass"]').waitFor();
}

const pressOffer = (page: Page) => page.locator('.offer .button').last().click();

const ofPass = {
  published: { '/.well-known/age-pass-counts.json': COUNTS },
  isTall: true,
} as const;

export const PASSES: readonly GalleryState[] = [
  {
    ...ofPass,
    name: 'welcome-pass',
    answers: { open: { view: asked } },
    reach: keepPass,
    shows: '[data-offer="pass"]',
  },
  {
    ...ofPass,
    name: 'welcome-pass-failed',
    answers: { open: { view: asked }, pass: { refusal: 'CONFLICT' } },
    reach: async (page) => {
      await keepPass(page);
      await page.locator('[data-offer="pass"] .button').click();
    },
    shows: '[data-offer="pass"] .offer-fault:not(:empty)',
  },
  {
    name: 'verdict-passes',
    answers: { open: { view: passed } },
    shows: '[data-offer="passes"]',
  },
  {
    name: 'verdict-passes-failed',
    answers: { open: { view: passed } },
    reach: pressOffer,
    shows: '.offer-fault:not(:empty)',
  },
];
