// Live sessions in the states that matter for retakes.
import { post, type Reply } from './api.ts';
import { goTo, TestBrowser } from '../visitor/hosted.ts';
import { init } from './api.ts';
import type { TestTenant } from './tenants.ts';

/** @param key secret key; the tenant's by default */
export const retake = (
  { secret }: TestTenant,
  token: string,
  { key = secret, ...headers }: { key?: string; [header: string]: string } = {},
): Promise<Reply> => post(`/verify/v1/sessions/${token}/retake`, '', key, headers);

/** @returns the browser that opened the link */
export async function openIn(token: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  await browser.open(token);
  return browser;
}

/**
 * Fails a session by asking for assistance, as a visitor does who cannot do what the check
 * requires. No face is shown.
 */
export async function failSession(token: string): Promise<TestBrowser> {
  const browser = await openIn(token);
  await browser.step('assistance');
  return browser;
}

export async function failedToken(tenant: TestTenant, fields: object = {}): Promise<string> {
  const token = await init(tenant.secret, { ...fields });
  await failSession(token);
  return token;
}

/** Moves the clock past the end of every running session. */
export const passTime = () => goTo(16 * 60_000);
