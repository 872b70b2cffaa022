// Authentication methods as in ID tokens: `amr` (RFC 8176) and `acr`. Pure.

/** Supported `acr_values`, weakest first. */
const ACR_PASSWORD = 'urn:agate:acr:password';
const ACR_PASSKEY = 'urn:agate:acr:passkey';
export const ACR_VALUES = [ACR_PASSWORD, ACR_PASSKEY] as const;

export type Acr = (typeof ACR_VALUES)[number];

export const AMR_PASSWORD = ['pwd'] as const;

/**
 * A passkey with user verification counts as two factors: possession, and knowledge or biometrics.
 * @param backedUp whether the key is synced by its provider, that is, a software key
 */
export function amrOfPasskey(backedUp: boolean): string[] {
  return [backedUp ? 'swk' : 'hwk', 'user', 'mfa'];
}

/** @param amr of the session */
export function acrOf(amr: readonly string[]): Acr {
  return amr.includes('hwk') || amr.includes('swk') ? ACR_PASSKEY : ACR_PASSWORD;
}
