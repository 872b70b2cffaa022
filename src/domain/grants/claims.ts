// The claims of userinfo, scope by scope (spec 2.5, D-37). Pure: minimised here and nowhere else.
import { AGE_BRACKETS } from '../terms/age-bracket.ts';
import type { Person } from './store.ts';

interface Claims {
  sub: string;
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

/** @param nowMs an age that has expired by then counts as none */
export function claimsOf(person: Person, scope: readonly string[], nowMs: number): Claims {
  return {
    sub: person.subject,
    ...(scope.includes('profile') &&
      person.displayName !== undefined && { display_name: person.displayName }),
    ...(scope.includes('email') &&
      person.email !== undefined && { email: person.email, email_verified: person.emailVerified }),
    ...(scope.includes('age_verification') && ageClaims(person.age, nowMs)),
    ...(scope.includes('connections') && { connected_sites_count: person.connectedSites }),
  };
}

function ageClaims(age: Person['age'], nowMs: number): Partial<Claims> {
  const current = age !== undefined && nowMs < age.expiresAtMs ? age : undefined;
  const bracket = current?.bracket ?? 0;
  const met = AGE_BRACKETS.filter((threshold) => threshold <= bracket);
  const meets = (threshold: number): boolean => threshold <= bracket;
  return {
    age_verified: bracket > 0,
    verified_brackets: met.map((threshold) => `+${threshold}`),
    meets_threshold: {
      '12': meets(12),
      '15': meets(15),
      '18': meets(18),
      '21': meets(21),
      '25': meets(25),
    },
    ...(current !== undefined &&
      bracket > 0 && {
        age_bracket: `${bracket}+`,
        verification_level: current.level,
        verified_at: `${new Date(current.verifiedAtMs).toISOString().slice(0, 19)}Z`,
      }),
  };
}
