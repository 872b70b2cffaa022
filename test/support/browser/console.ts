// A console in its own browser profile, and steps that several tests share.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { press, see, seeVerdict } from './hosted-page.ts';
import { readQrCode } from './qr-code.ts';
import { readMailedLink } from './sites.ts';
import { AT_A_DESK } from './visitor.ts';
import { watch } from './watch.ts';

/** The browser's own console message about a response with an error status. */
const REFUSED = /^Failed to load resource/;

export interface Password {
  email: string;
  password: string;
}

interface Owner extends Password {
  company: string;
  name: string;
}

/**
 * Opens a fresh profile, which is closed when the test ends.
 * @param options options in addition to `AT_A_DESK`
 */
export async function openConsole(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...AT_A_DESK, ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(60_000);
  const { complaints } = watch(context);
  const page = await context.newPage();
  return { context, page, broken: () => complaints.filter((each) => !REFUSED.test(each)) };
}

export const at = (path: string): string => `${inject('demo').base_url}${path}`;

export const seeTitle = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, level: 1, exact: true }).waitFor();

/** A new owner with an unused email address. */
export const newOwner = (company: string, name: string): Owner => ({
  company,
  name,
  email: `${name.toLowerCase()}-${crypto.randomUUID()}@cellar.example`,
  password: 'walnut-harbour-mist-92',
});

/** Submits the sign-in form. */
export async function signIn(page: Page, { email, password }: Password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Fills in the sign-up form and waits for the home page. */
export async function signUp(page: Page, owner: Owner): Promise<void> {
  await page.getByLabel('Company').fill(owner.company);
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await seeTitle(page, 'Home');
}

/** Opens the link in the email in a new tab, as mail programs do, and enters the password there. */
export async function confirmAddress(page: Page, { email, password }: Owner): Promise<void> {
  const mail = await page.context().newPage();
  await mail.goto(await readMailedLink(inject('demo').base_url, email));
  await mail.fill('#password', password);
  await mail.getByRole('button', { name: 'Confirm', exact: true }).click();
  await mail.getByText('Your email address is confirmed.').waitFor();
  await mail.close();
}

/**
 * Creates a key in the mode that the console shows.
 * @returns the key, which is displayed only once
 */
export async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const stored = dialog.getByRole('button', { name: 'I have stored it' });
  await stored.waitFor();
  const key = (await dialog.locator('code').textContent()) ?? '';
  await stored.click();
  await dialog.waitFor({ state: 'detached' });
  return key;
}

/**
 * Starts a check on the "Try it" page and settles it in a separate tab, after asserting that the QR
 * code for a phone leads to the same check.
 */
export async function beginTestSession(context: BrowserContext, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  const link = page.getByRole('link', { name: 'Open in a new tab' });
  const address = await link.getAttribute('href');
  expect(address).toMatch(/\/v\/xit_[\w-]{40,}$/);
  const code = page.getByRole('img', { name: 'QR code that opens the check' });
  expect(await readQrCode(code)).toBe(address);
  const [visitor] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await see(visitor, 'welcome', 60_000);
  await press(visitor, 'sandbox.success');
  expect(await seeVerdict(visitor)).toMatchObject({ status: 'success' });
  await visitor.close();
  await page.getByRole('heading', { name: 'How it ended' }).waitFor();
}
