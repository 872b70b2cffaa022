// An operator whom the demo's operator makes, over the API, and who comes in with a passkey.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { signIn as typePassword, type Password } from './console.ts';

interface Answer {
  success: boolean;
  data: { challenge_token: string; access_token: string };
}

const STEP_MS = 30_000;

/** Signs in for the first time afterwards. */
export async function inviteOperator(
  role: 'superadmin' | 'support' | 'analyst',
): Promise<Password> {
  const email = `${crypto.randomUUID()}@ops.example`;
  const password = 'walnut-harbour-mist-92';
  const made = await post(
    '/admins',
    { email, password, name: 'Nora Keller', role },
    await signIn(),
  );
  if (!made.success) throw new Error(JSON.stringify(made));
  return { email, password };
}

/** For the first time: the second factor that is due is a passkey. */
export async function enterWithPasskey(page: Page, operator: Password): Promise<void> {
  await Authenticator.of(page);
  await typePassword(page, operator);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
}

/** Each code signs in once, and others sign in as well: then one of the following steps does. */
async function signIn(): Promise<string> {
  const { email, password, totp_secret: secret } = inject('demo').admin;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  for (let tries = 0; tries < 6; tries += 1) {
    const { data } = await post('/auth/login', { email, password });
    const code = totp.generate({ timestamp: Date.now() - STEP_MS });
    const { challenge_token } = data;
    const answer = await post('/auth/2fa/challenge', { challenge_token, code });
    if (answer.success) return answer.data.access_token;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS - (Date.now() % STEP_MS)));
  }
  throw new Error('No code of three minutes signed in.');
}

async function post(path: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(`${inject('demo').base_url}/admin/v1${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}
