// A reviewer who only uses the keyboard: from the emailed invitation to the decision on a document
// that the service could not decide on its own (D-95).
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import texts from '../../widget/locales/document/en.json' with { type: 'json' };
import { at, openConsole, seeTitle, signIn } from '../support/browser/console.ts';
import { see, seeVerdict } from '../support/browser/hosted-page.ts';
import { LIVE, showCard, showUntilOffered } from '../support/browser/identity-card.ts';
import { inspect } from '../support/browser/inspect.ts';
import { seeFocus } from '../support/browser/keyboard.ts';
import { SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import { ReviewingCustomer } from '../support/browser/reviewing-customer.ts';
import { readMailedLink } from '../support/browser/sites.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
/** The timeout allows for a whole document check. */
const CHECK = { timeout: 300_000 };
const PASSWORD = 'walnut-harbour-mist-92';

const pressPart = (page: Page, name: keyof typeof texts) =>
  page.getByRole('button', { name: texts[name], exact: true }).click();

/** Invites a reviewer in the browser. @returns the address that the link is emailed to */
async function inviteReviewer(customer: ReviewingCustomer): Promise<string> {
  const email = `robin-${crypto.randomUUID()}@cellar.example`;
  const { page, broken } = await openConsole(browser());
  await page.goto(at('/dashboard/team'));
  await signIn(page, customer.owner);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('reviewer');
  await inspect(page, 'reviewer-invite');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText(email).waitFor();
  expect(broken()).toEqual([]);
  return email;
}

/** Joins the team through the emailed link, and sets up a second factor. */
async function join(page: Page, email: string): Promise<void> {
  await page.goto(await readMailedLink(inject('demo').base_url, email));
  await page.fill('#new_password', PASSWORD);
  await inspect(page, 'reviewer-join');
  await page.getByRole('button', { name: 'Join the team' }).click();
  // A person who has just chosen a password need not type it again.
  await seeTitle(page, 'Home');
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByText('Enter the secret by hand').click();
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await page
    .getByLabel('Code from the app')
    .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.keyboard.press('Enter');
  await page.getByLabel('I have stored these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
}

test(
  'an invited reviewer joins, sets up a second factor, and decides about a document by keyboard',
  CHECK,
  async () => {
    const customer = await ReviewingCustomer.signUp();
    const email = await inviteReviewer(customer);
    const { page: reviewer, broken } = await openConsole(browser());
    await join(reviewer, email);

    const { page, complaints } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
    const fields = { verification_mode: 'document', liveness_difficulty: 'easy' };
    const { token, verify_url: url } = await customer.announce(fields);
    await page.goto(url);
    await begin(page);
    await see(page, 'document', 60_000);
    await showUntilOffered(page);
    await page.reload();
    await see(page, 'review');
    await pressPart(page, 'review.show_again');
    await see(page, 'document');
    await showCard(page, LIVE, 'frontal');
    await see(page, 'review', 60_000);
    await pressPart(page, 'review.ask');
    await pressPart(page, 'review.send');
    expect(await seeVerdict(page)).toMatchObject({ status: 'pending_tenant_review' });
    expect(await customer.read(token)).toMatchObject({ status: 'pending_tenant_review' });

    await reviewer.getByRole('link', { name: 'Reviews', exact: true }).click();
    await seeTitle(reviewer, 'Reviews');
    const waiting = reviewer.locator('.table-link');
    await waiting.waitFor();
    await inspect(reviewer, 'reviewer-queue');
    await waiting.focus();
    await reviewer.keyboard.press('Enter');
    for (const name of [
      'Document, page with the data',
      'Document, front',
      'Face, at the time of the request',
    ]) {
      const picture = reviewer.getByRole('img', { name });
      await picture.waitFor();
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), {
          timeout: 60_000,
        })
        .toBeGreaterThan(0);
    }
    await inspect(reviewer, 'reviewer-pictures');
    await reviewer.keyboard.press('1');
    await reviewer.getByRole('dialog').waitFor();
    await reviewer.keyboard.press('Enter');
    await reviewer.getByText('The decision is sent to your backend.').waitFor();
    await inspect(reviewer, 'reviewer-decided');
    expect(broken()).toEqual([]);

    await page.reload();
    expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
    expect(await customer.read(token)).toMatchObject({ verified: true, reviewed: true });
    expect(complaints).toEqual([]);
  },
);

test('after a decision the focus is on the next review, until none is left', async () => {
  const customer = await ReviewingCustomer.signUp();
  await customer.putIntoQueue();
  await customer.putIntoQueue();
  const { page, broken } = await openConsole(browser());
  await page.goto(at('/dashboard/reviews'));
  await signIn(page, customer.owner);
  // The queue that updates the list lags behind, so the test always serves the first list, which
  // contains both sessions.
  let list: Buffer | undefined;
  await page.route('**/dashboard/v1/reviews?*mode=test*', async (route) => {
    list ??= await (await route.fetch()).body();
    await route.fulfill({ contentType: 'application/json', body: list });
  });
  await page.getByRole('radio', { name: 'Test' }).check();
  await page.locator('.table-link').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your decision' }).waitFor();
  await page.keyboard.press('1');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await seeFocus(page, 'Next review');
  await inspect(page, 'reviewer-next');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your decision' }).waitFor();
  await page.keyboard.press('2');
  await seeFocus(page, 'Reject');
  await page.keyboard.press('Enter');
  await seeFocus(page, 'To the session');
  expect(await page.getByText('Next review').count()).toBe(0);
  expect(broken()).toEqual([]);
});
