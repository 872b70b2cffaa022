// The tests' Chromium switches off everything that playwright does: of two such switches Chromium takes the last one only.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OFF_FOR_PLAYWRIGHT } from '../support/browser/chromium.ts';

test('what playwright switches off stays off', () => {
  const bundle = readFileSync('node_modules/playwright-core/lib/coreBundle.js', 'utf8');
  const [, list = ''] = /\bdisabledFeatures = \[([^\]]*)\]/.exec(bundle) ?? [];
  const names = list.replaceAll(/\/\/.*/g, '').matchAll(/"(\w+)"/g);
  expect([...names].map(([, name]) => name)).toEqual(OFF_FOR_PLAYWRIGHT);
});
