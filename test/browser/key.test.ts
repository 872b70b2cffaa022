// Age keys in a real browser, with a virtual authenticator as the screen lock: a key is created
// after a check, used in the next check, forgotten, and copied.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { Authenticator } from '../support/browser/authenticator.ts';
import { announceAuto, readResult } from '../support/browser/customer.ts';
import { keyText, see, seeVerdict } from '../support/browser/hosted-page.ts';
import { inspect } from '../support/browser/inspect.ts';
import { SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
const PASSED = { status: 'success', reason: null };

const button = (page: Page, name: Parameters<typeof keyText>[0]) =>
  page.getByRole('button', { name: keyText(name), exact: true });
const offer = (page: Page, name: string) => page.locator(`[data-offer="${name}"]`);

/** Creates a check that accepts keys. */
const takingKeys = () => announceAuto({ accept: { methods: ['face', 'key'] } });

/**
 * Makes conditional UI unavailable in the browser, so that a key is requested only when the button
 * is pressed.
 */
const withoutField = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

/** Passes a check as a visitor and creates a key. */
async function makeKey() {
  const { verify_url: url } = await announceAuto();
  const visitor = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  const { page } = visitor;
  const device = await Authenticator.of(page);
  await withoutField(page);
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toEqual(PASSED);
  await offer(page, 'key-make').waitFor();
  await button(page, 'key.make').click();
  await offer(page, 'key-made').waitFor();
  return { ...visitor, device };
}

test('a key that was created after a check answers the next check by a click, and another click deletes it', async () => {
  const { page, device, complaints } = await makeKey();
  await inspect(page, 'verdict-key-made');
  const [passkey, ...others] = await device.passkeys();
  expect(others).toEqual([]);
  expect(passkey).toMatchObject({ userName: '18 or older', isResidentCredential: true });
  const { token, verify_url: url } = await takingKeys();
  await page.goto(url);
  await offer(page, 'key-use').waitFor();
  await inspect(page, 'welcome-key');
  await button(page, 'key.use').click();
  await see(page, 'verdict');
  expect(await readResult(token)).toMatchObject({
    verified: true,
    verification_type: 'agate_key',
    proof: { method: 'key', bracket: '18+', class: 'standard' },
  });
  await offer(page, 'key-forget').waitFor();
  await inspect(page, 'verdict-key-used');
  await button(page, 'key.forget').click();
  await page.locator('[data-key="forgotten"]').waitFor();
  // The service has forgotten the key, although the device may still have it.
  const next = await takingKeys();
  await page.goto(next.verify_url);
  if ((await device.passkeys()).length > 0) {
    await button(page, 'key.use').click();
    await page.getByText(keyText('key.refused')).waitFor();
  }
  expect(await readResult(next.token)).toMatchObject({ status: 'in_progress' });
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
});

test('a browser that offers passkeys in input fields answers without a click', async () => {
  const { page, device } = await makeKey();
  const [passkey] = await device.passkeys();
  const other = await arrive(browser());
  await Authenticator.of(other.page, passkey ? [passkey] : []);
  const { token, verify_url: url } = await takingKeys();
  await other.page.goto(url);
  await see(other.page, 'verdict');
  expect(await readResult(token)).toMatchObject({ verified: true, verification_type: 'agate_key' });
  await page.close();
});

test('a copy of a key is refused, and revokes the key', async () => {
  const { page, device } = await makeKey();
  const answer = async () => {
    const { token, verify_url: url } = await takingKeys();
    await page.goto(url);
    await button(page, 'key.use').click();
    return token;
  };
  await device.countFrom(20);
  await answer();
  await see(page, 'verdict');
  await device.countFrom(3);
  await answer();
  await page.getByText(keyText('key.refused')).waitFor();
  await device.countFrom(30);
  const token = await answer();
  await page.getByText(keyText('key.refused')).waitFor();
  expect(await readResult(token)).toMatchObject({ status: 'in_progress' });
});

test('the dialog on a shop’s page uses a key, and creates none', async () => {
  const { page } = await makeKey();
  const { shop_url: shop, base_url: service } = inject('demo');
  const { token, verify_url: url } = await takingKeys();
  await page.goto(shop);
  await page.addScriptTag({ url: `${service}/embed.js` });
  await page.evaluate((address) => {
    const { Agate } = window as unknown as {
      Agate: { open: (url: string, options: object) => void };
    };
    const open = document.createElement('button');
    open.textContent = 'Open';
    open.addEventListener('click', () => Agate.open(address, { redirect: false }));
    document.body.prepend(open);
  }, url);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const frame = page.frameLocator('dialog iframe');
  await frame.getByRole('button', { name: keyText('key.use') }).click();
  await frame.locator('[data-page="verdict"]').waitFor();
  expect(await readResult(token)).toMatchObject({ verified: true, verification_type: 'agate_key' });
});
