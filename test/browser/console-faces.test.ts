// What staff can do after a check with a face: an operator withdraws the age that an account has
// stored, and the customer blocks the face.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Authenticator } from '../support/browser/authenticator.ts';
import { at, openConsole, seeTitle, signIn } from '../support/browser/console.ts';
import { press, seeVerdict } from '../support/browser/hosted-page.ts';
import { inspect } from '../support/browser/inspect.ts';
import { enterWithPasskey, inviteOperator } from '../support/browser/operator.ts';
import { SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import { ReviewingCustomer } from '../support/browser/reviewing-customer.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

/**
 * Makes a person with an account pass a check and keep the age.
 * @returns the session's token
 */
async function checkAndKeep(customer: ReviewingCustomer): Promise<string> {
  const { page } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  await Authenticator.of(page);
  await page.goto(at('/signup?continue=%2Faccount'));
  await page.fill('#display_name', 'Nora');
  await page.locator('[data-ceremony="sign-up"] button').click();
  await page.waitForURL(at('/account'));
  const { token, verify_url: url } = await customer.announce({ verification_mode: 'auto' });
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  await press(page, 'account.keep');
  await page.locator('[data-offer="kept"]').waitFor();
  return token;
}

/** Withdraws the age as an operator, which leaves an audit entry. */
async function withdraw(page: Page, token: string): Promise<void> {
  await page.goto(at('/admin/ages'));
  await enterWithPasskey(page, await inviteOperator('superadmin'));
  await seeTitle(page, 'Kept ages');
  await page.getByLabel('Customer, check or version').fill(token);
  await page.keyboard.press('Enter');
  await page.getByText('One entry').waitFor();
  await inspect(page, 'admin-ages');
  await page.getByRole('button', { name: /^Withdraw the age of person/ }).click();
  const dialog = page.getByRole('dialog');
  const word = /^Type (\d+)/.exec((await dialog.locator('label').textContent()) ?? '')?.[1] ?? '';
  await dialog.getByRole('textbox').fill(word);
  await inspect(page, 'admin-withdraw');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('No kept age found').waitFor();
  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await page.getByRole('link', { name: 'Kept age withdrawn' }).first().click();
  await seeTitle(page, 'Kept age withdrawn');
  await page.getByText('Nora Keller').first().waitFor();
  await inspect(page, 'admin-withdrawn');
}

/** Blocks the face as the customer's owner, which leaves an audit entry. */
async function block(page: Page, { owner }: ReviewingCustomer, token: string): Promise<void> {
  await page.goto(at('/dashboard/blocked-faces'));
  await signIn(page, owner);
  await page.getByText('You block nobody').waitFor();
  await page.getByRole('button', { name: 'Block the face of a check' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Session token').fill(token);
  await dialog.getByLabel('Reason').fill('Held up the card of a sister');
  await inspect(page, 'dashboard-block');
  await dialog.getByRole('button', { name: 'Block the face of a check' }).click();
  const entry = page.getByRole('row', { name: /Held up the card of a sister/ });
  await entry.getByText('From a check').waitFor();
  await inspect(page, 'dashboard-blocked');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: 'Details: Face blocked' }).click();
  await dialog.getByText('blacklist.add').waitFor();
  await inspect(page, 'dashboard-block-entry');
}

test('an operator withdraws a kept age and a customer blocks the face, each with an entry in the audit', async () => {
  const customer = await ReviewingCustomer.signUp();
  await customer.change({ agate_id: true, keep_faces_days: 7 });
  const token = await checkAndKeep(customer);
  const operator = await openConsole(browser());
  await withdraw(operator.page, token);
  const owner = await openConsole(browser());
  await block(owner.page, customer, token);
  expect([...operator.broken(), ...owner.broken()]).toEqual([]);
});
