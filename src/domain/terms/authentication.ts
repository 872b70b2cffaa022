// Authentication methods as they appear in ID tokens: `amr` (RFC 8176) and `acr`. Pure.

import type { VerificationLevel } from './age-proof.ts';

/** The supported `acr` values for sign-in methods, weakest first. */
const ACR_PASSWORD = 'urn:agate:acr:password';
const ACR_FACE = 'urn:agate:acr:face';
const ACR_PASSKEY = 'urn:agate:acr:passkey';
const METHOD_ACR = 'urn:agate:acr:';
const LEVEL_ACR = 'urn:agate:level:';
/** The capabilities of the service, which depend on the Workers that are bound. */
interface Abilities {
  /** Levels that a check can prove, weakest first. */
  levels: readonly VerificationLevel[];
  seesFaces: boolean;
}

export const acrValues = ({ levels, seesFaces }: Abilities): Acr[] => [
  ACR_PASSWORD,
  ...(seesFaces ? ([ACR_FACE] as const) : []),
  ACR_PASSKEY,
  ...levels.map((level) => `${LEVEL_ACR}${level}` as const),
];

export type Acr =
  | typeof ACR_PASSWORD
  | typeof ACR_FACE
  | typeof ACR_PASSKEY
  | `${typeof LEVEL_ACR}${VerificationLevel}`;

export const AMR_PASSWORD = ['pwd'] as const;

/**
 * The `amr` of a sign-in by face on a trusted device (D-99). A cookie identifies the device. The
 * cookie is a secret that is transmitted, so it does not prove possession of a key (`swk`, `hwk`,
 * `pop`) and, in terms of RFC 8176, 2, is only a risk signal (`rba`). The combination is not `mfa`
 * either.
 */
export const AMR_FACE = ['face', 'rba'] as const;

/**
 * Returns the `amr` of a sign-in with a passkey. With user verification, a passkey counts as two
 * factors: possession, and knowledge or biometrics.
 * @param backedUp whether the provider syncs the key, which makes it a software key
 */
export function amrOfPasskey(backedUp: boolean): string[] {
  return [backedUp ? 'swk' : 'hwk', 'user', 'mfa'];
}

export const isByFace = (amr: readonly string[]): boolean => amr.includes('face');

/**
 * Whether sign-in by face is acceptable. Methods in `acr_values` are preferences, with one
 * exception: a list that names other methods but not the face excludes sign-in by face (D-99).
 * @param request the request's `acr_values`, if any, and whether the client refuses sign-ins by
 *   face
 */
export function allowsFace({
  acrValues = [],
  refusesFace = false,
}: {
  acrValues?: readonly string[] | undefined;
  refusesFace?: boolean | undefined;
}): boolean {
  if (refusesFace) return false;
  const methods = acrValues.filter((value) => value.startsWith(METHOD_ACR));
  return methods.length === 0 || methods.includes(ACR_FACE);
}

/** Whether a session began with a passkey. */
export const isByPasskey = (amr: readonly string[]): boolean =>
  amr.includes('hwk') || amr.includes('swk');

/**
 * Returns the level of age verification that a list of `acr_values` requires (D-73): the lowest
 * level in the list, because any higher level satisfies the request as well. Values that are not
 * levels are preferences.
 * @param levels the levels that the service can prove, weakest first
 * @returns undefined when the list contains no level; `unavailable` when it contains only levels
 *   that this service cannot prove
 */
export function requiredLevel(
  acrValues: readonly string[],
  levels: readonly VerificationLevel[],
): VerificationLevel | 'unavailable' | undefined {
  const named = acrValues.filter((value) => value.startsWith(LEVEL_ACR));
  if (named.length === 0) return undefined;
  return levels.find((level) => named.includes(`${LEVEL_ACR}${level}`)) ?? 'unavailable';
}

/**
 * @param amr the session's methods
 * @param level the level of age verification that the request required, if any; the caller has
 *   checked that the person's age meets it
 */
export function acrOf(amr: readonly string[], level?: VerificationLevel): Acr {
  if (level !== undefined) return `${LEVEL_ACR}${level}`;
  if (isByFace(amr)) return ACR_FACE;
  return isByPasskey(amr) ? ACR_PASSKEY : ACR_PASSWORD;
}
