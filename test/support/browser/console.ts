// A console in a browser of its own, and what people do there in more than one walk.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { press, see, seeVerdict } from './hosted-page.ts';
import { readQrCode } from './qr-code.ts';
import { readMailedLink } from './sites.ts';
import { AT_A_DESK } from './visitor.ts';
import { watch } from './watch.ts';

/** What the browser itself reports of an answer that was not 200. */
const REFUSED = /^Failed to load resource/;

export interface Password {
  email: string;
  password: string;
}

interface Owner extends Password {
  company: string;
  name: string;
}

/** A fresh profile; closed when the test is over. @param options beside those of `AT_A_DESK` */
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

/** Somebody whose email address nobody has. */
export const newOwner = (company: string, name: string): Owner => ({
  company,
  name,
  email: `${name.toLowerCase()}-${crypto.randomUUID()}@cellar.example`,
  password: 'walnut-harbour-mist-92',
});

/** Answers the form of the sign-in. */
export async function signIn(page: Page, { email, password }: Password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Fills in the form of a new customer, and arrives at home. */
export async function signUp(page: Page, owner: Owner): Promise<void> {
  await page.getByLabel('Company').fill(owner.company);
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await seeTitle(page, 'Home');
}

/** Opens the link of the mail in another tab, as mail programs do, and answers it with the password. */
export async function confirmAddress(page: Page, { email, password }: Owner): Promise<void> {
  const mail = await page.context().newPage();
  await mail.goto(await readMailedLink(inject('demo').base_url, email));
  await mail.fill('#password', password);
  await mail.getByRole('button', { name: 'Confirm', exact: true }).click();
  await mail.getByText('Your email address is confirmed.').waitFor();
  await mail.close();
}

/** Makes a key in the mode that is shown. @returns the key, which is shown this once */
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

/** Under Try it: begins a check and settles it in a tab of its own; the code for a phone leads to the same. */
export async function tryCheck(context: BrowserContext, page: Page): Promise<void> {
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
