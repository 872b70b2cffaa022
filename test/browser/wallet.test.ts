// Wallet proofs as visitors see them (D-151): through the browser itself, through a QR code for a
// phone, and through an app on the same device.
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { announceAuto, announceTest, readResult } from '../support/browser/customer.ts';
import { see, seeVerdict, walletText } from '../support/browser/hosted-page.ts';
import { inspect } from '../support/browser/inspect.ts';
import { arrive, DESKTOP, PHONE, useBrowser } from '../support/browser/visitor.ts';
import { WalletIssuer } from '../support/browser/wallet-issuer.ts';

const browser = useBrowser();

let issuer: WalletIssuer;
beforeAll(async () => {
  issuer = await WalletIssuer.make();
  await waitForSettings();
});

/** Waits until new settings apply: the service caches a customer's settings for half a minute. */
async function waitForSettings(): Promise<void> {
  const ask = announceAuto({ accept: { methods: ['wallet'] } });
  const isKnown = await ask.then(
    () => true,
    () => false,
  );
  if (isKnown) return undefined;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return waitForSettings();
}

const ON_PHONE = { viewport: PHONE, screen: PHONE, hasTouch: true, isMobile: true };

const pressWallet = (page: Page, key: Parameters<typeof walletText>[0]) =>
  page.getByRole('button', { name: walletText(key), exact: true }).click();

/** Collects the offers that the page receives. */
function offersOf(page: Page) {
  const offers: Parameters<WalletIssuer['answer']>[0][] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/wallet/offer') || response.request().method() !== 'POST') return;
    void response.json().then(
      ({ data }) => data && offers.push(data),
      () => undefined,
    );
  });
  return {
    count: () => offers.length,
    /**
     * Waits until there are more offers than `before`.
     * @returns the last offer
     */
    last: async (before = 0) => {
      await expect.poll(() => offers.length).toBeGreaterThan(before);
      return offers.at(-1) as (typeof offers)[number];
    },
  };
}

async function post(offered: Parameters<WalletIssuer['answer']>[0], form: string) {
  const link = offered.links.av ?? '';
  const uri = new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('response_uri') ?? '';
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await fetch(uri, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as { redirect_uri?: string } };
}

test('a browser with digital credentials asks a wallet, which first declines and then shows a proof', async () => {
  const { page, complaints } = await arrive(browser(), { viewport: DESKTOP });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send(
    'DigitalCredentials.setVirtualWalletBehavior' as never,
    { action: 'decline' } as never,
  );
  const offers = offersOf(page);
  const { token, verify_url } = await announceAuto();
  await page.goto(verify_url);
  await see(page, 'welcome');
  await pressWallet(page, 'offer.use');
  await see(page, 'wallet');
  await pressWallet(page, 'browser.start');
  await page.getByText(walletText('no_answer')).waitFor();
  await inspect(page, 'wallet');
  const before = offers.count();
  const offered = await offers.last(before - 1);
  const answered = (await issuer.answer(offered, 'openid4vp-v1-unsigned')) as {
    data: Record<string, unknown>;
  };
  await cdp.send(
    'DigitalCredentials.setVirtualWalletBehavior' as never,
    { action: 'respond', protocol: 'openid4vp-v1-unsigned', response: answered.data } as never,
  );
  await pressWallet(page, 'browser.start');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({ verified: true, verification_type: 'eu_wallet' });
  expect(complaints).toEqual([]);
});

test('a computer shows a QR code, which a phone answers', async () => {
  const { page, complaints } = await arrive(browser(), { viewport: DESKTOP });
  const offers = offersOf(page);
  const { token, verify_url } = await announceAuto();
  await page.goto(verify_url);
  await pressWallet(page, 'offer.use');
  await see(page, 'wallet');
  const before = offers.count();
  await pressWallet(page, 'code.start');
  await page.locator('.wallet-code svg').waitFor();
  await inspect(page, 'wallet-code');
  // The link is shown in test sessions only.
  expect(await page.getByLabel(walletText('code.link')).count()).toBe(0);
  const offered = await offers.last(before);
  const { form } = (await issuer.answer(offered, 'direct_post')) as { form: string };
  expect(await post(offered, form)).toEqual({ status: 200, body: {} });
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({ verified: true });
  expect(complaints).toEqual([]);
});

test('an app on the same phone leads back to the same browser', async () => {
  const { page } = await arrive(browser(), ON_PHONE);
  const offers = offersOf(page);
  await page.goto((await announceAuto()).verify_url);
  await pressWallet(page, 'offer.use');
  await see(page, 'wallet');
  await pressWallet(page, 'app.start');
  await page.getByText(walletText('app.waiting')).waitFor();
  await inspect(page, 'wallet-app');
  const offered = await offers.last();
  const { form } = (await issuer.answer(offered, 'direct_post')) as { form: string };
  const { body } = await post(offered, form);
  const back = await page.context().newPage();
  await back.goto(body.redirect_uri ?? '');
  expect(await seeVerdict(back)).toEqual({ status: 'success', reason: null });
  expect(back.url()).not.toContain('wallet=');
  // The page that opened the wallet app shows the result as well.
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
});

test('a test session tells a developer why a proof was refused, and offers no camera', async () => {
  const stranger = await WalletIssuer.make(false);
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  const offers = offersOf(page);
  await page.goto((await announceTest()).verify_url);
  await pressWallet(page, 'offer.use');
  await see(page, 'wallet');
  const before = offers.count();
  await pressWallet(page, 'code.start');
  const offered = await offers.last(before);
  const { form } = (await stranger.answer(offered, 'direct_post')) as { form: string };
  expect((await post(offered, form)).status).toBe(400);
  await see(page, 'welcome');
  await page.locator('[data-problem="wallet_untrusted"]').waitFor();
  await page.getByText(walletText('developer.title')).click();
  expect(await page.locator('.wallet-details').innerText()).toContain('untrusted_issuer');
  await inspect(page, 'wallet-refused');
  await page.locator('#consent-text').waitFor();
});

test('a visitor who has no wallet after all goes back to the choice', async () => {
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  await page.goto((await announceAuto()).verify_url);
  await pressWallet(page, 'offer.use');
  await see(page, 'wallet');
  await pressWallet(page, 'leave');
  await see(page, 'welcome');
  // The offer appears once its script has loaded.
  const offer = page.getByText(walletText('offer.use'));
  await offer.waitFor();
  expect(await offer.count()).toBe(1);
});

test.each([
  ['with the permission that embed.js gives it, and is answered', true],
  ['and shows a code where its frame has no permission', false],
])('a dialog asks wallets by itself %s', async (_case, isAllowed) => {
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  const { base_url: service, shop_url: shop } = inject('demo');
  const offers = offersOf(page);
  const { token, verify_url } = await announceAuto();
  await page.goto(shop);
  await page.addScriptTag({ url: `${service}/embed.js` });
  if (!isAllowed)
    await page.evaluate(() => {
      const set = function allow(this: HTMLIFrameElement, value: string) {
        this.setAttribute('allow', value.replace(/digital-credentials-get [^;]*;/, ''));
      };
      Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { set });
    });
  await page.evaluate((url) => {
    const button = document.createElement('button');
    button.id = 'open';
    button.textContent = 'Open the check';
    const { Agate } = window as unknown as { Agate: { open: (url: string) => void } };
    button.addEventListener('click', () => Agate.open(url));
    document.body.prepend(button);
  }, verify_url);
  await page.click('#open');
  const frame = page.frameLocator('dialog iframe');
  const press = (key: Parameters<typeof walletText>[0]) =>
    frame.getByRole('button', { name: walletText(key), exact: true }).click();
  await press('offer.use');
  const byBrowser = frame.getByRole('button', { name: walletText('browser.start'), exact: true });
  await frame.getByRole('button', { name: walletText('code.start'), exact: true }).waitFor();
  expect(await byBrowser.count()).toBe(isAllowed ? 1 : 0);
  const protocol = isAllowed ? 'openid4vp-v1-unsigned' : 'direct_post';
  if (!isAllowed) await press('code.start');
  const offered = await offers.last();
  const answered = await issuer.answer(offered, protocol);
  if ('form' in answered) await post(offered, answered.form);
  else {
    const target = page.frames().find((one) => one.url().startsWith(service)) ?? page.mainFrame();
    const cdp = await page
      .context()
      .newCDPSession(target)
      .catch(() => page.context().newCDPSession(page));
    await cdp.send(
      'DigitalCredentials.setVirtualWalletBehavior' as never,
      { action: 'respond', protocol, response: answered.data } as never,
    );
    await byBrowser.click();
  }
  await expect.poll(async () => (await readResult(token)).status).toBe('success');
});

test('a reloaded page asks the wallet again, and a second tab shows the verdict', async () => {
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  const offers = offersOf(page);
  const { verify_url } = await announceAuto();
  await page.goto(verify_url);
  await pressWallet(page, 'offer.use');
  await see(page, 'wallet');
  await pressWallet(page, 'code.start');
  await page.locator('.wallet-code svg').waitFor();
  await page.reload();
  await see(page, 'wallet');
  const tab = await page.context().newPage();
  const inTab = offersOf(tab);
  await tab.goto(verify_url);
  await see(tab, 'wallet');
  // A new offer invalidates the previous one, even one from a different tab. The second tab
  // prefetches an offer, and must have done so before the first tab requests its own.
  await inTab.last();
  await pressWallet(page, 'code.start');
  await expect.poll(async () => (await offers.last()).links.av).toBeDefined();
  const offered = await offers.last();
  const { form } = (await issuer.answer(offered, 'direct_post')) as { form: string };
  expect((await post(offered, form)).status).toBe(200);
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  // The second tab is not waiting for a result, so it does not poll and must be reloaded.
  await tab.reload();
  expect(await seeVerdict(tab)).toEqual({ status: 'success', reason: null });
});
