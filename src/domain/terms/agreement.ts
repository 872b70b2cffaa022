// What a person agrees to share with a site, as one list: scopes, and for an age each threshold by itself. A site that
// later wants to see more thresholds has to ask again (D-56). Pure.
import { AGE_BRACKETS, type AgeBracket } from './age-bracket.ts';

interface Wish {
  scope: readonly string[];
  /** Of the site, when it asked; absent: all. */
  ageThresholds?: readonly AgeBracket[] | undefined;
}

const PREFIX = 'age:';

/** @returns such as `openid`, `age_verification`, `age:18` */
export const permissionsOf = ({ scope, ageThresholds = AGE_BRACKETS }: Wish): string[] =>
  scope.includes('age_verification')
    ? [...scope, ...ageThresholds.map((age) => `${PREFIX}${age}`)]
    : [...scope];

/** @param agreed as stored; before thresholds were part of it, an agreed age was all of them */
export const readAgreement = (agreed: readonly string[]): string[] =>
  agreed.some((one) => one.startsWith(PREFIX)) ? [...agreed] : permissionsOf({ scope: agreed });
