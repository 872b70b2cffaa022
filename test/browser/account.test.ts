// Tests checks together with accounts in a real browser: keeping a check's result in the person's
// account, and satisfying a later check with it.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import portal from '../../src/http/pages/locales/en.json' with { type: 'json' };
import { announce, announceAuto, announceTest, readResult } from '../support/browser/customer.ts';
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { inspect } from '../support/browser/inspect.ts';
import { see, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

useDemoAccount();
const browser = useBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const offer = (page: Page, name: string) => page.locator(`[data-offer="${name}"]`);

/** Signs in with the demo account on the current page. */
async function signIn(page: Page): Promise<void> {
  const { account } = inject('demo');
  await page.locator('input[name="email"]').fill(account.email);
  await page.locator('input[name="password"]').fill(account.password);
  await button(page, portal['signin.title']).click();
}

async function arriveSignedIn() {
  const visitor = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  const service = inject('demo').base_url;
  await visitor.page.goto(`${service}/signin`);
  await signIn(visitor.page);
  await visitor.page.waitForURL(`${service}/account`);
  return visitor;
}

/** Gives the page time to show an offer, and expects none. */
async function seeNoOffer(page: Page): Promise<void> {
  await page.waitForTimeout(1_500);
  // Excludes offers of wallets, passes and age keys, which do not concern the account.
  const offers = page.locator(
    '[data-offer]:not([data-offer="wallet"], [data-offer^="pass"], [data-offer^="key"])',
  );
  expect(await offers.count()).toBe(0);
}

/**
 * Scripts the responses for an account that can satisfy the check. Once `refusal` is set to
 * `CONFLICT`, the account can no longer satisfy it.
 */
async function scriptOffer(page: Page) {
  const late = Promise.withResolvers<void>();
  const script = { isOnline: true, refusal: 'FRESH_SIGN_IN_REQUIRED', answer: late.resolve };
  const offered = () => ({
    service: 'Agate',
    signed_in: true,
    can_reuse: script.refusal !== 'CONFLICT',
    can_keep: false,
  });
  await page.route('**/v/sessions/*/account', (route) =>
    script.isOnline ? route.fulfill({ json: { success: true, data: offered() } }) : route.abort(),
  );
  await page.route('**/account/reuse', async (route) => {
    if (!script.isOnline) return route.abort();
    await late.promise;
    const error = { code: script.refusal, message: 'scripted' };
    return route.fulfill({ status: 409, json: { success: false, error } });
  });
  return script;
}

/** Satisfies the check from the account, which first requires a fresh sign-in. */
async function answerFromAccount(page: Page): Promise<void> {
  await button(page, text('account.reuse')).click();
  await page.waitForURL(/\/signin\?.*fresh=1/);
  await signIn(page);
  await see(page, 'welcome');
  await button(page, text('account.reuse')).click();
  await see(page, 'verdict');
}

test('an account keeps the result of a check and answers the next site without a camera', async () => {
  const service = inject('demo').base_url;
  const first = await announceAuto();
  const { page, complaints } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  await page.goto(first.verify_url);
  await begin(page);
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  await offer(page, 'keep')
    .getByRole('link', { name: text('account.keep_signed_out') })
    .click();
  await page.waitForURL(`${service}/signin?**`);
  await signIn(page);

  // The visitor is back at the end of the check, now with an account.
  await page.waitForURL(`${service}/v/**`);
  await see(page, 'verdict');
  await button(page, text('account.keep')).waitFor();
  await button(page, text('return.stay')).click();
  await inspect(page, 'account-keep');
  await button(page, text('account.keep')).click();
  await offer(page, 'kept').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('kept-text');
  await inspect(page, 'account-kept');
  await page.reload();
  await see(page, 'verdict');
  await seeNoOffer(page);

  const second = await announceAuto();
  await page.goto(second.verify_url);
  await see(page, 'welcome');
  await offer(page, 'reuse').waitFor();
  await inspect(page, 'account-reuse');
  expect(complaints).toEqual([]);
  await answerFromAccount(page);
  await seeNoOffer(page);
  expect(await readResult(second.token)).toMatchObject({
    status: 'success',
    verified: true,
    verification_type: 'agate_id',
    checks: { liveness: { performed: false }, age: { passed: true, gate: 18 } },
  });
});

test('an account answers only this check after a sign-in, and its owner is returned to the check', async () => {
  const { page } = await arriveSignedIn();
  const { verify_url: url, token } = await announceAuto();
  await page.goto(url);
  await answerFromAccount(page);
  expect(await readResult(token)).toMatchObject({ status: 'success', verified: true });
});

test('an account is offered only where it can help, and the offer never delays the check', async () => {
  const { page, complaints } = await arriveSignedIn();
  const sessions = [announce(), announceAuto({ min_age: 25 }), announceTest()];
  for (const session of sessions) {
    await page.goto((await session).verify_url);
    await see(page, 'welcome');
    await seeNoOffer(page);
  }
  expect(complaints).toEqual([]);
  await page.route('**/v/sessions/*/account', (route) => route.abort());
  await page.goto((await announceAuto()).verify_url);
  await see(page, 'welcome');
  await button(page, text('welcome.continue')).click();
  await see(page, 'camera');

  // Without a connection, the visitor stays on the page, which reports the problem. A response that
  // arrives too late does not cause a navigation.
  const script = await scriptOffer(page);
  await page.goto((await announceAuto()).verify_url);
  await offer(page, 'reuse').waitFor();
  script.isOnline = false;
  await button(page, text('account.reuse')).click();
  await page.locator('.offer-fault', { hasText: text('account.failed') }).waitFor();
  script.isOnline = true;
  await button(page, text('account.reuse')).click();
  await button(page, text('welcome.continue')).click();
  await see(page, 'camera');
  const answered = page.waitForResponse('**/account/reuse');
  script.answer();
  await answered;
  await button(page, text('camera.off.action')).click();
  await see(page, 'liveness');
  await page.goto((await announceAuto()).verify_url);
  await offer(page, 'reuse').waitFor();
  script.refusal = 'CONFLICT';
  await button(page, text('account.reuse')).click();
  await offer(page, 'gone').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('gone-text');
});
