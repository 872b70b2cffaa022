// The order of the methods (D-156), with real components only. A document chosen on the welcome
// page decides the check without an age estimate.
import { expect, test } from 'vitest';
import { announceAuto, readResult } from '../support/browser/customer.ts';
import { press, see, seeVerdict } from '../support/browser/hosted-page.ts';
import { LIVE, showCard } from '../support/browser/identity-card.ts';
import { inspect } from '../support/browser/inspect.ts';
import { SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('a visitor who changes their mind shows a document instead of an estimate', async () => {
  const accept = { order: ['document', 'face'] };
  const { token, verify_url: url } = await announceAuto({ liveness_difficulty: 'easy', accept });
  const { page, complaints } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  await page.goto(url);
  await see(page, 'welcome');
  for (const way of ['document', 'face', 'document'] as const)
    await press(page, `welcome.choose_${way}`);
  await page.locator('.steps[data-last="will"]').waitFor();
  await inspect(page, 'welcome-document-chosen');
  await begin(page);
  await see(page, 'document', 60_000);
  await showCard(page, LIVE, 'adult');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({
    verified: true,
    verification_type: 'full',
    checks: { age: { passed: true }, document: { performed: true, passed: true } },
  });
  expect(complaints).toEqual([]);
});
