// States for people who need more time, a break or another method.
import type { Page } from 'playwright-core';
import type { GalleryState } from '../support/gallery-state.ts';
import { ended, inLiveness, SITE } from '../support/session-views.ts';
import { pressMain } from './before-camera.ts';

const SOFT = 'main .button[data-look="soft"]';
const OTHER_WAY = { ...SITE, alternative_url: 'https://linden.example/help' };

const live = { open: { view: inLiveness() } };

async function pause(page: Page): Promise<void> {
  await pressMain(page);
  await page.locator('.capture-bar .button').click();
  await page.locator('[data-page="paused"]').waitFor();
}

const assistance = (name: string, site: typeof SITE): GalleryState => ({
  name,
  answers: { open: { view: inLiveness({ site }) } },
  // No face is in view, so that no challenge starts.
  engine: { face: 'nobody' },
  reach: async (page) => {
    await pressMain(page);
    await page.locator('[data-page="liveness"] .foot > .button').first().click();
  },
  shows: '[data-page="assistance"]',
});

/** @param left how many more times the session can be extended */
const timeShort = (name: string, left: number): GalleryState => ({
  name,
  answers: {
    open: { view: inLiveness({ expires_in_ms: 100_400, extensions_left: left }) },
  },
  shows: 'dialog[open] .dialog-clock',
});

export const OWN_PACE: readonly GalleryState[] = [
  { name: 'paused', answers: live, engine: { face: 'nobody' }, reach: pause, shows: SOFT },
  {
    name: 'paused-relaxed',
    answers: live,
    engine: { face: 'nobody' },
    reach: async (page) => {
      await pause(page);
      await page.locator(SOFT).click();
    },
    shows: '[data-page="paused"] .actions .small',
  },
  assistance('assistance', SITE),
  assistance('assistance-other-way', OTHER_WAY),
  {
    name: 'verdict-assistance-needed',
    answers: { open: { view: ended('failed', 'assistance_needed', { site: OTHER_WAY }) } },
    shows: '[data-page="verdict"] [data-outcome]',
  },
  timeShort('time-short', 2),
  timeShort('time-short-last', 0),
];
