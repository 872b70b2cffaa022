// Chromium for the gallery: draws letters the same way on every machine that has the same fonts.
import type { Browser } from 'playwright-core';
import { launchQuickBrowser } from '../../support/browser/chromium.ts';

const FLAGS = [
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
];

/** @param flags instead of the usual ones: another machine's letters */
export function launchGalleryBrowser(flags: readonly string[] = FLAGS): Promise<Browser> {
  return launchQuickBrowser(flags);
}
