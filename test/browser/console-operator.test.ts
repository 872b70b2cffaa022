// An operator's first day: a password alone grants no access, so the console first requires a
// second factor. The operator then suspends a person, which leaves an audit entry.
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { Authenticator } from '../support/browser/authenticator.ts';
import { at, openConsole, signIn } from '../support/browser/console.ts';
import { inspect } from '../support/browser/inspect.ts';
import { inviteOperator } from '../support/browser/operator.ts';
import { arrive, PHONE, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });

/**
 * Signs up a person with a passkey and a display name, and nothing else.
 * @returns the display name
 */
async function makePerson(): Promise<string> {
  const { page } = await arrive(browser());
  const name = `Theodora ${crypto.randomUUID()}`;
  await Authenticator.of(page);
  await page.goto(at('/signup?continue=%2Faccount'));
  await page.fill('#display_name', name);
  await page.locator('[data-ceremony="sign-up"] button').click();
  await page.waitForURL(at('/account'));
  return name;
}

test('a new operator sets up a second factor, finds a person, suspends the account and reads the audit entry', async () => {
  const [operator, person] = [await inviteOperator('support'), await makePerson()];
  const { page, broken } = await openConsole(browser());
  await page.goto(at('/admin/people'));
  await signIn(page, operator);

  // No part of the console is visible before the second factor is set up.
  const useApp = page.getByRole('button', { name: 'Use an authenticator app' });
  await useApp.waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await inspect(page, 'admin-factor-due');
  await useApp.click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await inspect(page, 'admin-factor-app');
  await page.getByText('Enter the secret by hand').click();
  const secret = (await page.locator('.copied code').textContent()) ?? '';
  await page.getByLabel('Code from the app').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is not correct').waitFor();
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const codes = page.locator('.codes code');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  await inspect(page, 'admin-factor-codes');
  const [recoveryCode = ''] = await codes.allTextContents();
  await page.getByLabel('I have stored these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();

  // The console opens at the address that was requested.
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.getByLabel('Email or name').fill(person);
  await page.keyboard.press('Enter');
  await page.getByText('One entry').waitFor();
  await page.locator('.table-link').click();
  await page.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Asked for by its owner');
  await dialog
    .getByLabel('Type')
    .fill(/xid_[\w-]+/.exec((await dialog.textContent()) ?? '')?.[0] ?? '');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('The account has been suspended.').waitFor();
  await page.getByRole('link', { name: 'See the audit log entry' }).click();
  await page.getByRole('heading', { name: 'Account suspended', level: 1 }).waitFor();
  await page.getByRole('row', { name: 'reason' }).getByText('Asked for by its owner').waitFor();

  // On a phone the menu contains the search and the button to sign out.
  await page.setViewportSize(PHONE);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await inspect(page, 'admin-menu');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox', { name: 'Search pages' }).fill('your sec');
  await page.getByRole('menuitem', { name: 'Your security' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  await inspect(page, 'admin-security');
  await menu.click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();

  // A recovery code can be used once in place of a code from the phone.
  await signIn(page, operator);
  await page.getByLabel('Code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await page.getByText('9 recovery codes are left.').waitFor();
  expect(broken()).toEqual([]);
});
