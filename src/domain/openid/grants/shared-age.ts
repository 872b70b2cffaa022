// Determines the age that the claims for one site may contain now.
import type { Context } from '../../../context.ts';
import { ageForSite, type VerifiedAge } from '../../accounts/verified-ages/kept-age.ts';
import { recheckAt } from '../../terms/rules-of-law.ts';
import type { Person } from './store.ts';

/** @returns undefined when no age counts at the site, or it has to be verified again (D-163) */
export function sharedAge(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { age, agePolicy, deviceSinceMs }: Pick<Person, 'age' | 'agePolicy' | 'deviceSinceMs'>,
): VerifiedAge | undefined {
  const nowMs = now();
  const rule = recheckAt(config.jurisdictions, agePolicy, nowMs);
  return ageForSite(age, config.keptAges, rule, { nowMs, deviceSinceMs }).age;
}
