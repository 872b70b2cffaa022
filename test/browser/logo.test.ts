import { expect, test } from 'vitest';
import { see } from '../support/browser/hosted-page.ts';
import { ReviewingCustomer } from '../support/browser/reviewing-customer.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"><rect width="7" height="5"/></svg>';
const LOGO = `data:image/svg+xml;base64,${btoa(SVG)}`;
const FIELDS = { verification_mode: 'facial' };

test('the logo is loaded from its own address, and a missing logo is replaced by the first letter', async () => {
  const customer = await ReviewingCustomer.signUp();
  await customer.change({ logo: LOGO });
  const [seen, late] = [await customer.announce(FIELDS), await customer.announce(FIELDS)];
  const { page } = await arrive(browser());
  await page.goto(seen.verify_url);
  await see(page, 'welcome');
  const logo = page.locator('img.site-logo');
  expect(await logo.getAttribute('src')).toMatch(/^\/v\/logos\/ten_[\w-]+\/[0-9a-f]{64}$/);
  const width = await logo.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    return img.naturalWidth;
  });
  expect(width).toBe(7);

  // The isolate caches the logo for half a minute, so the test fakes the response that a removed
  // logo would cause after that time.
  const { page: other } = await arrive(browser());
  await other.route('**/v/logos/**', (route) => route.fulfill({ status: 404 }));
  await other.goto(late.verify_url);
  await see(other, 'welcome');
  await other.locator('.site-initial', { hasText: 'H' }).waitFor();
  expect(await other.locator('img.site-logo').count()).toBe(0);
});
