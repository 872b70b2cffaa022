// Bindings for a service that uses Turnstile, and calls to the fake Turnstile, for tests in
// workerd.
import { env } from 'cloudflare:workers';
import { inject } from 'vitest';
import type { Minted, Outage, Verified } from './fake-turnstile.ts';

declare module 'vitest' {
  interface ProvidedContext {
    turnstile: string;
  }
}

/** The same site key as in fake-turnstile.ts, which workerd cannot import. */
export const SITE_KEY = '0x4AAAAAAAfake-site-key';
const SECRET = '0x4AAAAAAAfake-secret';

/** @param bindings the bindings apart from the Turnstile keys */
export const withTurnstile = (bindings: Env = env): Env =>
  ({
    ...bindings,
    TURNSTILE_SITE_KEY: SITE_KEY,
    TURNSTILE_SECRET: SECRET,
    TURNSTILE_ORIGIN: inject('turnstile'),
  }) as Env;

const ask = (path: string, body?: string): Promise<Response> =>
  fetch(`${inject('turnstile')}${path}`, body === undefined ? {} : { method: 'POST', body });

/**
 * @param session the `id` of the session's view
 * @param more overrides of the widget's parameters; `ageMs` is the token's age
 */
export async function mint(
  session: string,
  more: Partial<Minted> & { ageMs?: number } = {},
): Promise<string> {
  const widget = { sitekey: SITE_KEY, action: 'consent', cdata: session, hostname: 'localhost' };
  return (await ask('/mint', JSON.stringify({ ...widget, ...more }))).text();
}

/** Sets how the verification endpoint fails from now on. */
export const setOutage = async (outage: Outage): Promise<void> =>
  void (await ask('/outage', outage));

/** @returns the verification requests received since the last call */
export const takeVerified = async (): Promise<Verified[]> => (await ask('/verified')).json();
