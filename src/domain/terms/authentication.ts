// Authentication methods as in ID tokens: `amr` (RFC 8176) and `acr`. Pure.

import type { VerificationLevel } from './age-proof.ts';

/** Supported `acr_values`, weakest first. */
const ACR_PASSWORD = 'urn:agate:acr:password';
const ACR_FACE = 'urn:agate:acr:face';
const ACR_PASSKEY = 'urn:agate:acr:passkey';
const METHOD_ACR = 'urn:agate:acr:';
const LEVEL_ACR = 'urn:agate:level:';
/** What the service can, by the Workers that are bound. */
interface Abilities {
  /** Levels that a check can show, weakest first. */
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
 * A face on a trusted device (D-99). What recognises the device is a cookie: a secret that is sent, so no proof of possession of
 * a key (`swk`, `hwk`, `pop`), and only a risk signal by the words of RFC 8176, 2: `rba`. Nor is it `mfa`.
 */
export const AMR_FACE = ['face', 'rba'] as const;

/**
 * A passkey with user verification counts as two factors: possession, and knowledge or biometrics.
 * @param backedUp whether the key is synced by its provider, that is, a software key
 */
export function amrOfPasskey(backedUp: boolean): string[] {
  return [backedUp ? 'swk' : 'hwk', 'user', 'mfa'];
}

export const isByFace = (amr: readonly string[]): boolean => amr.includes('face');

/**
 * Methods among `acr_values` are wishes, but for one thing: a list that names some and no face wants none (D-99).
 * @param request its `acr_values`, if it has any, and whether its client takes no face at all
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
 * Which level of age verification a list of `acr_values` requires (D-73): the lowest that it names, since a higher one
 * serves as well. Other values are wishes.
 * @param levels that the service can show, weakest first
 * @returns undefined when it names none; `unavailable` when it names none that this service can show
 */
export function requiredLevel(
  acrValues: readonly string[],
  levels: readonly VerificationLevel[],
): VerificationLevel | 'unavailable' | undefined {
  const named = acrValues.filter((value) => value.startsWith(LEVEL_ACR));
  if (named.length === 0) return undefined;
  return levels.find((level) => named.includes(`${LEVEL_ACR}${level}`)) ?? 'unavailable';
}

/** @param amr of the session @param level that the request required, and that the person's age has */
export function acrOf(amr: readonly string[], level?: VerificationLevel): Acr {
  if (level !== undefined) return `${LEVEL_ACR}${level}`;
  if (isByFace(amr)) return ACR_FACE;
  return isByPasskey(amr) ? ACR_PASSKEY : ACR_PASSWORD;
}
