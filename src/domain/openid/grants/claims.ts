// The userinfo claims that each scope grants (spec 2.5, D-37). Pure. Data minimisation happens only
// in this module.
import { shownBrackets, type AgeBracket } from '../../terms/age-bracket.ts';
import type { VerifiedAge } from '../../accounts/verified-ages/kept-age.ts';
import type { Person } from './store.ts';

export interface Claims {
  sub: string;
  /** The display name, under the claim name that client libraries expect (OIDC Core 5.1). */
  name?: string;
  display_name?: string;
  email?: string;
  email_verified?: boolean;
  age_verified?: boolean;
  verified_brackets?: string[];
  meets_threshold?: Record<'12' | '15' | '18' | '21' | '25', boolean>;
  age_bracket?: string;
  verification_level?: string;
  verified_at?: string;
  connected_sites_count?: number;
}

/**
 * @param age the verified age that currently counts (domain/accounts/verified-ages); undefined when
 *   there is none
 */
export function claimsOf(
  person: Person,
  scope: readonly string[],
  age: VerifiedAge | undefined,
): Claims {
  return {
    sub: person.subject,
    ...(scope.includes('profile') &&
      person.displayName !== undefined && {
        name: person.displayName,
        display_name: person.displayName,
      }),
    ...(scope.includes('email') &&
      person.email !== undefined && { email: person.email, email_verified: person.emailVerified }),
    ...(scope.includes('age_verification') && ageClaims(age, person.ageThresholds)),
    ...(scope.includes('connections') && { connected_sites_count: person.connectedSites }),
  };
}

/**
 * Returns the age claims, for the client's thresholds only. `false` for a threshold means that the
 * person has not proven an age at or above it (D-56). An age that meets none of the thresholds
 * looks the same as no age.
 */
function ageClaims(
  age: VerifiedAge | undefined,
  thresholds: readonly AgeBracket[],
): Partial<Claims> {
  const met = shownBrackets(age?.bracket, thresholds);
  const highest = met.at(-1);
  const meets = (threshold: AgeBracket): boolean => met.includes(threshold);
  return {
    age_verified: highest !== undefined,
    verified_brackets: met.map((threshold) => `+${threshold}`),
    meets_threshold: {
      '12': meets(12),
      '15': meets(15),
      '18': meets(18),
      '21': meets(21),
      '25': meets(25),
    },
    ...(age !== undefined &&
      highest !== undefined && {
        age_bracket: `${highest}+`,
        verification_level: age.level,
        verified_at: `${new Date(age.verifiedAtMs).toISOString().slice(0, 19)}Z`,
      }),
  };
}
