// Chromium only reads the last `--disable-features` switch, so the tests' own switch must repeat
// every feature that Playwright disables.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OFF_FOR_PLAYWRIGHT } from '../support/browser/chromium.ts';

test('every Chromium feature that Playwright switches off stays off', () => {
  const bundle = readFileSync('node_modules/playwright-core/lib/coreBundle.js', 'utf8');
  const [, list = ''] = /\bdisabledFeatures = \[([^\]]*)\]/.exec(bundle) ?? [];
  const names = list.replaceAll(/\/\/.*/g, '').matchAll(/"(\w+)"/g);
  expect([...names].map(([, name]) => name)).toEqual(OFF_FOR_PLAYWRIGHT);
});
