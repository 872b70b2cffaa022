// Signing in by face, in a real browser (D-99): set up on the security page, used on the sign-in page, deleted.
import { expect, inject, test } from 'vitest';
import texts from '../../src/http/pages/locales/en.json' with { type: 'json' };
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { inspect } from '../support/browser/inspect.ts';
import { button, signInAsDemo } from '../support/browser/people.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

useDemoAccount();
const browser = useBrowser();

test('whoever set up a face on a device comes back in by it, and deletes it', async () => {
  const service = inject('demo').base_url;
  const { page, complaints } = await arrive(browser(), {
    camera: { screenShare: 0.15 },
    reducedMotion: 'no-preference',
  });
  await page.goto(`${service}/signin?continue=%2Faccount%2Fsecurity`);
  await signInAsDemo(page);
  await button(page, texts['security.face_enrol']).click();
  await page.waitForURL(`${service}/v/**`);
  await begin(page);
  await page.waitForURL('**/account/security?done=face_enrolled', { timeout: 60_000 });
  await inspect(page, 'portal-face-enrolled');

  await page.goto(`${service}/signout`);
  await button(page, texts['signout.action']).click();
  await page.goto(`${service}/signin`);
  await inspect(page, 'portal-signin-face');
  await page.getByRole('button', { name: /with your face$/ }).click();
  await page.waitForURL(`${service}/v/**`);
  await begin(page);
  await page.waitForURL(`${service}/account`, { timeout: 60_000 });
  await page.goto(`${service}/account/activity`);
  await page.getByText(texts['activity.by_face']).first().waitFor();

  await page.goto(`${service}/account/security`);
  await button(page, texts['security.face_delete']).click();
  await page.waitForURL('**/account/security?done=face_deleted');
  await page.getByRole('button', { name: texts['security.device_end'] }).click();
  await page.waitForURL('**/account/security?done=device_ended');
  expect(complaints).toEqual([]);
});
