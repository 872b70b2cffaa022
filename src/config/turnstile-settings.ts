// Cloudflare Turnstile as a further witness (D-127): off unless both of its keys are set.
import { ConfigError, readOptional, type Vars } from './setting-readers.ts';

export interface TurnstileSettings {
  /** Shown to browsers. */
  siteKey: string;
  secret: string;
  /** Where its script comes from, and tokens are verified. */
  origin: string;
}

const CLOUDFLARE = 'https://challenges.cloudflare.com';

/**
 * @param isLocal whether a stand-in on this machine may be named in Cloudflare's place
 * @returns undefined when it is off
 * @throws ConfigError with the name of the key that is missing beside the other
 */
export function readTurnstile(vars: Vars, isLocal: boolean): TurnstileSettings | undefined {
  const [siteKey, secret, origin] = (
    ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET', 'TURNSTILE_ORIGIN'] as const
  ).map((name) => readOptional(vars, name));
  if (origin !== undefined && !isLocal)
    throw new ConfigError('The setting TURNSTILE_ORIGIN is for a local service (LOCAL) only.');
  if (siteKey === undefined && secret === undefined) return undefined;
  if (siteKey === undefined || secret === undefined) {
    const [there, missing] =
      siteKey === undefined ? ['SECRET', 'SITE_KEY'] : ['SITE_KEY', 'SECRET'];
    throw new ConfigError(
      `The setting TURNSTILE_${missing} is missing: TURNSTILE_${there} is set, and there are both or neither.`,
    );
  }
  return { siteKey, secret, origin: origin ?? CLOUDFLARE };
}
