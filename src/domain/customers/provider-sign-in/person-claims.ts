// Interprets the claims of an identity provider. Pure.
import { parseEmailAddress, type EmailAddress } from '../../terms/email-address.ts';
import type { GivenRole, SsoSetting } from '../single-sign-on/sso-setting.ts';
import { SsoRefused } from './faults.ts';

type Claims = Readonly<Record<string, unknown>>;

const MAX_SUBJECT = 255;
const MAX_SID = 255;

/** @throws SsoRefused when `sub` is missing, empty or longer than OIDC Core 2 allows */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT)
    throw new SsoRefused('token_not_valid');
  return sub;
}

/** @returns undefined when the claims contain no usable session id */
export const sidOf = ({ sid }: Claims): string | undefined =>
  typeof sid === 'string' && sid !== '' && sid.length <= MAX_SID ? sid : undefined;

/**
 * Returns the address, if the provider vouches for it: with `email_verified` or, as Entra does,
 * with `xms_edov`, which means that the provider has verified the domain.
 * @throws SsoRefused
 */
export function addressOf(claims: Claims): EmailAddress {
  const { email } = claims;
  const address = typeof email === 'string' ? parseEmailAddress(email) : undefined;
  if (address === undefined) throw new SsoRefused('email_missing');
  if (!isYes(claims['email_verified']) && !isYes(claims['xms_edov']))
    throw new SsoRefused('email_unverified');
  return address;
}

/** Some providers send booleans as strings or numbers. */
const isYes = (value: unknown): boolean =>
  value === true || value === 'true' || value === 1 || value === '1';

/**
 * Whether this service treats the authentication at the provider as two factors: `amr` or `acr`
 * must contain one of the values in the single sign-on setting.
 */
export function showsFactor(
  { amr, acr }: Claims,
  { factorValues }: Pick<SsoSetting, 'factorValues'>,
): boolean {
  const shown = [...(Array.isArray(amr) ? amr : []), acr];
  return shown.some((value) => typeof value === 'string' && factorValues.includes(value));
}

/**
 * @returns the role; undefined when the single sign-on setting maps none of the claim's values to a
 *   role. If several match, the first match in the map is used
 */
export function roleOf(
  claims: Claims,
  { roleClaim, roleMap }: Pick<SsoSetting, 'roleClaim' | 'roleMap'>,
): GivenRole | undefined {
  const said = roleClaim === null ? undefined : claims[roleClaim];
  const values: unknown[] = Array.isArray(said) ? said : [said];
  return roleMap.find(({ value }) => values.includes(value))?.role;
}

/**
 * Candidates for the member's name: the provider's `name`, then the part of the address before the
 * @.
 */
export function namesOf({ name }: Claims, { written }: EmailAddress): [...string[], string] {
  const local = written.slice(0, written.lastIndexOf('@')).slice(0, 100);
  const given = typeof name === 'string' ? name.trim().slice(0, 100) : '';
  return given === '' || /\p{Cc}/u.test(given) ? [local] : [given, local];
}
