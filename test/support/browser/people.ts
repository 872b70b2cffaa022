// Actions of people on their account pages, in a browser.
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import texts from '../../../src/http/pages/locales/en.json' with { type: 'json' };
import { Authenticator } from './authenticator.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Signs in to the demo account with its password. */
export async function signInAsDemo(page: Page): Promise<void> {
  const { account } = inject('demo');
  await page.locator('input[name="email"]').fill(account.email);
  await page.locator('input[name="password"]').fill(account.password);
  await button(page, texts['signin.title']).click();
}

export const allow = (page: Page): Promise<void> => button(page, texts['consent.allow']).click();

/** Signs up with a passkey, on the way from the sign-in page to the consent page. */
export async function signUpWithPasskey(page: Page): Promise<void> {
  await Authenticator.of(page);
  await page.getByRole('link', { name: texts['signup.title'] }).click();
  await page.waitForURL('**/signup?**');
  await button(page, texts['signup.passkey']).click();
  await page.waitForURL('**/consent?**');
}
