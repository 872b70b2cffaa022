// An operator who is invited over the API by the demo's operator and signs in with a passkey.
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { signIn, type Password } from './console.ts';
import { askAdmin, signInAsOperator } from './operator-calls.ts';

/** Invites an operator, who still has to sign in for the first time. */
export async function inviteOperator(
  role: 'superadmin' | 'support' | 'analyst',
): Promise<Password> {
  const email = `${crypto.randomUUID()}@ops.example`;
  const password = 'walnut-harbour-mist-92';
  const demo = inject('demo');
  const invite = (token: string) =>
    askAdmin(demo, '/admins', { email, password, name: 'Nora Keller', role }, token);
  const early = await invite(inject('operatorToken'));
  // `operatorToken` is valid for 15 minutes, which a run on a slow machine may exceed.
  const made = early.success ? early : await invite(await signInAsOperator(demo));
  if (!made.success) throw new Error(JSON.stringify(made));
  return { email, password };
}

/** Signs in for the first time, with a passkey as the required second factor. */
export async function enterWithPasskey(page: Page, operator: Password): Promise<void> {
  await Authenticator.of(page);
  await signIn(page, operator);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
}
