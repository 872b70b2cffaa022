// Calls that the demo's operator makes to the API, without a page.
import { Secret, TOTP } from 'otpauth';
import type { Demo } from './running-demo.ts';

interface Answer {
  success: boolean;
  data: { challenge_token: string; access_token: string };
}

const STEP_MS = 30_000;

/**
 * Signs in as the demo's operator. Each one-time code is accepted once, and other sign-ins may have
 * used the current one, so the codes for the next time steps are tried as well. This function is
 * called once before the first test file, and again only if the token from the first call has
 * expired.
 */
export async function signInAsOperator(demo: Demo): Promise<string> {
  const { email, password, totp_secret: secret } = demo.admin;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  for (let tries = 0; tries < 6; tries += 1) {
    const { data } = await askAdmin(demo, '/auth/login', { email, password });
    const code = totp.generate({ timestamp: Date.now() - STEP_MS });
    const { challenge_token } = data;
    const answer = await askAdmin(demo, '/auth/2fa/challenge', { challenge_token, code });
    if (answer.success) return answer.data.access_token;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS - (Date.now() % STEP_MS)));
  }
  throw new Error('No code of three minutes signed in.');
}

export async function askAdmin(
  { base_url: service }: Demo,
  path: string,
  body: object,
  token?: string,
): Promise<Answer> {
  const response = await fetch(`${service}/admin/v1${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}
