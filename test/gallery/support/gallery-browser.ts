// Chromium for the gallery, which renders text the same way on every machine with the same fonts.
import type { Browser } from 'playwright-core';
import { launchQuickBrowser } from '../../support/browser/chromium.ts';

const FLAGS = [
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
];

/** @param flags flags that replace the usual ones, to imitate another machine's font rendering */
export function launchGalleryBrowser(flags: readonly string[] = FLAGS): Promise<Browser> {
  return launchQuickBrowser(flags);
}
