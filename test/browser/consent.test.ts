// Consent as visitors see it in the browser (D-126): the consent request lists every step that may
// follow. The request is repeated before the first picture of a document if an older page did not
// list the document step.
import { expect, test } from 'vitest';
import { announceAuto } from '../support/browser/customer.ts';
import { press, see, seeProblem, text } from '../support/browser/hosted-page.ts';
import { SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import { arrive, begin, DESKTOP, PHONE, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test.each([
  ['a phone in the light', { viewport: PHONE, colorScheme: 'light' }],
  ['a computer in the dark', { viewport: DESKTOP, colorScheme: 'dark' }],
] as const)('on %s the first page says that a document may be asked for', async (_, options) => {
  const { page, complaints } = await arrive(browser(), options);
  await page.goto((await announceAuto()).verify_url);
  await see(page, 'welcome');
  const said = await page.locator('main').innerText();
  for (const key of ['lead_step_up', 'consent_step_up', 'maybe_document'] as const)
    expect(said).toContain(text(`welcome.${key}`));
  expect(said).not.toContain(text('welcome.lead'));
  expect(await page.locator('.steps .hidden').textContent()).toContain('4–5');
  expect(await page.locator('.step-dot').count()).toBe(5);
  expect(complaints).toEqual([]);
});

test('a visitor who has not consented to a document check is asked on this page, before its first picture', async () => {
  const { page, sent } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  // Imitates a page that was opened before consents had scopes.
  await page.route(
    '**/consent',
    (route) => {
      const { scopes: _unnamed, ...body } = route.request().postDataJSON();
      return route.continue({ postData: JSON.stringify(body) });
    },
    { times: 1 },
  );
  await page.goto((await announceAuto({ min_age: 38, liveness_difficulty: 'easy' })).verify_url);
  await begin(page);
  expect(await seeProblem(page)).toBe('age_unclear');
  await press(page, 'try_again');
  await see(page, 'welcome', 60_000);
  expect(await page.locator('#consent-text').innerText()).toBe(text('welcome.consent_document'));
  expect(await page.locator('.steps .hidden').textContent()).toContain('5');
  await press(page, 'welcome.continue');
  await see(page, 'document', 60_000);
  expect(sent.filter(({ url }) => url.endsWith('/document'))).toEqual([]);
});
