// An operator whom the demo's operator makes, over the API, and who comes in with a passkey.
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { signIn, type Password } from './console.ts';
import { askAdmin, signInAsOperator } from './operator-calls.ts';

/** Signs in for the first time afterwards. */
export async function inviteOperator(
  role: 'superadmin' | 'support' | 'analyst',
): Promise<Password> {
  const email = `${crypto.randomUUID()}@ops.example`;
  const password = 'walnut-harbour-mist-92';
  const demo = inject('demo');
  const invite = (token: string) =>
    askAdmin(demo, '/admins', { email, password, name: 'Nora Keller', role }, token);
  const early = await invite(inject('operatorToken'));
  // It lives for a quarter of an hour, which a slow machine may need.
  const made = early.success ? early : await invite(await signInAsOperator(demo));
  if (!made.success) throw new Error(JSON.stringify(made));
  return { email, password };
}

/** For the first time: the second factor that is due is a passkey. */
export async function enterWithPasskey(page: Page, operator: Password): Promise<void> {
  await Authenticator.of(page);
  await signIn(page, operator);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
}
