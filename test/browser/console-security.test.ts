// How staff secure their own sign-in, in a real browser: a second factor from its QR code to the
// next sign-in, and a passkey.
import { Secret, TOTP } from 'otpauth';
import { expect, inject, onTestFinished, test } from 'vitest';
import { Authenticator } from '../support/browser/authenticator.ts';
import { inspect } from '../support/browser/inspect.ts';
import { AT_A_DESK, useBrowser } from '../support/browser/visitor.ts';
import { watch } from '../support/browser/watch.ts';

const browser = useBrowser();
const PASSWORD = 'walnut-harbour-mist-92';

test('a member sets up a second factor, keeps the recovery codes, signs out everywhere, and signs in with a code and then with a passkey', async () => {
  const { base_url: base } = inject('demo');
  const context = await browser().newContext(AT_A_DESK);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(30_000);
  const { complaints } = watch(context);
  const page = await context.newPage();
  const email = `vera-${crypto.randomUUID()}@cellar.example`;
  await page.goto(`${base}/dashboard/register`);
  await page.getByLabel('Company').fill('Cellar');
  await page.getByLabel('Your name').fill('Vera');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByText('This browser').waitFor();
  await inspect(page, 'console-security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  await page.getByText('Enter the secret by hand').click();
  await inspect(page, 'console-second-factor');
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel('Code from the app').fill(code);
  await page.keyboard.press('Enter');
  await page.locator('.codes').waitFor();
  const codes = await page.locator('.codes code').allTextContents();
  expect(codes).toHaveLength(10);
  // Escape must not close the dialog with the recovery codes.
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await page.getByLabel('I have stored these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  expect(await page.content()).not.toContain(codes[0]);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  // The page's address is unchanged, so signing in again leads back to this page.
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('9 recovery codes are left.').waitFor();

  await Authenticator.of(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Rename' }).waitFor();
  await inspect(page, 'console-passkeys');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  // A passkey requires neither a password nor a code.
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('9 recovery codes are left.').waitFor();
  await page.getByText('Not used yet').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  const label = (await dialog.locator('label').textContent()) ?? '';
  await dialog.getByRole('textbox').fill(/^Type (.+) to confirm/.exec(label)?.[1] ?? '');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkey yet.').waitFor();
  expect(complaints).toEqual([]);
});
