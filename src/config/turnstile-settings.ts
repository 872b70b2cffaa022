// Cloudflare Turnstile as an additional bot check (D-127): off unless both of its keys are set.
import { ConfigError, readOptional, type Vars } from './setting-readers.ts';

export interface TurnstileSettings {
  /** The public key, which browsers see. */
  siteKey: string;
  secret: string;
  /** The origin of Turnstile's script and of its verification endpoint. */
  origin: string;
}

const CLOUDFLARE = 'https://challenges.cloudflare.com';

/**
 * @param isLocal whether a stub on this machine may stand in for Cloudflare
 * @returns undefined when Turnstile is off
 * @throws ConfigError that names the missing key when only one of the two is set
 */
export function readTurnstile(vars: Vars, isLocal: boolean): TurnstileSettings | undefined {
  const [siteKey, secret, origin] = (
    ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET', 'TURNSTILE_ORIGIN'] as const
  ).map((name) => readOptional(vars, name));
  if (origin !== undefined && !isLocal)
    throw new ConfigError('The setting TURNSTILE_ORIGIN is allowed only with LOCAL.');
  if (siteKey === undefined && secret === undefined) return undefined;
  if (siteKey === undefined || secret === undefined) {
    const [there, missing] =
      siteKey === undefined ? ['SECRET', 'SITE_KEY'] : ['SITE_KEY', 'SECRET'];
    throw new ConfigError(
      `The setting TURNSTILE_${missing} is missing: TURNSTILE_${there} is set. Set both or neither.`,
    );
  }
  return { siteKey, secret, origin: origin ?? CLOUDFLARE };
}
