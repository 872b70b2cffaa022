// Decides whether a site may receive an account's age (D-163).
import type { Context } from '../../../context.ts';
import { whyRecheck } from '../../terms/recheck.ts';
import { recheckAt, type AgePolicy } from '../../terms/rules-of-law.ts';
import { countingAge, type KeptAge, type VerifiedAge } from './kept-age.ts';

interface SiteAge {
  age?: VerifiedAge;
  /**
   * Whether the account has an age that counts (kept-age.ts) but must be verified again before this
   * site receives it.
   */
  isAgeDue?: true;
}

/** @param person the stored age, the site's policy, and when the browser's sign-in began */
export function ageForSite(
  { config, now }: Pick<Context, 'config' | 'now'>,
  person: {
    age?: KeptAge | undefined;
    agePolicy?: AgePolicy | undefined;
    deviceSinceMs?: number | undefined;
  },
): SiteAge {
  const { agePolicy, deviceSinceMs } = person;
  const nowMs = now();
  const age = countingAge(person.age, config.keptAges, nowMs);
  if (age === undefined) return {};
  const rule = agePolicy === undefined ? {} : recheckAt(config.jurisdictions, agePolicy, nowMs);
  const shown = { ...age.proof, verifiedAtMs: age.verifiedAtMs };
  const isDue = whyRecheck(shown, rule, { nowMs, deviceSinceMs }) !== undefined;
  return isDue ? { isAgeDue: true } : { age };
}
