// The permissions that a person has granted to a site: a list of scopes and, for ages, an entry for
// each threshold. A site that later needs more thresholds has to ask for consent again (D-56).
// Pure.
import { AGE_BRACKETS, type AgeBracket } from './age-bracket.ts';

interface Wish {
  scope: readonly string[];
  /** The site's thresholds at the time of the request; absent for all thresholds. */
  ageThresholds?: readonly AgeBracket[] | undefined;
}

const PREFIX = 'age:';

/** @returns permissions such as `openid`, `age_verification`, `age:18` */
export const permissionsOf = ({ scope, ageThresholds = AGE_BRACKETS }: Wish): string[] =>
  scope.includes('age_verification')
    ? [...scope, ...ageThresholds.map((age) => `${PREFIX}${age}`)]
    : [...scope];

/**
 * @param agreed the permissions as stored; an old agreement contains no thresholds, and its
 *   `age_verification` covers all of them
 */
export const readAgreement = (agreed: readonly string[]): string[] =>
  agreed.some((one) => one.startsWith(PREFIX)) ? [...agreed] : permissionsOf({ scope: agreed });
