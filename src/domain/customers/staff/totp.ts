// Authenticator-app codes (RFC 6238): SHA-1, 6 digits, 30 s, one step of tolerance. The store makes
// sure that each step is accepted only once.
import { Secret, TOTP } from 'otpauth';
import type { Config } from '../../../config/config.ts';
import { encodeUtf8 } from '../../../crypto/encoding.ts';
import { seal, unseal } from '../../../crypto/sealed-box.ts';

const PERIOD_SECONDS = 30;
const TOLERANCE_STEPS = 1;
const SECRET_BYTES = 20;

export interface TotpEnrolment {
  /** The secret in base32, for manual entry. */
  secret: string;
  /** The URI `otpauth://totp/…`, for a QR code. */
  provisioningUri: string;
}

/** Creates a secret, and the URI that an authenticator app reads. */
export function newTotpSecret(issuer: string, label: string): TotpEnrolment {
  const secret = new Secret({ size: SECRET_BYTES });
  return {
    secret: secret.base32,
    provisioningUri: totpOf(secret.base32, issuer, label).toString(),
  };
}

/**
 * @param typed six digits, however they were typed
 * @returns the step of the code; undefined when it matches no step near `nowMs`
 */
export function matchTotp(secret: string, typed: string, nowMs: number): number | undefined {
  const code = latinDigits(typed);
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({
    token: code,
    timestamp: nowMs,
    window: TOLERANCE_STEPS,
  });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
}

/**
 * Removes spaces, because apps display `123 456`, and converts digits to Latin ones: Arabic,
 * Persian and Hindi keyboards type their own digits, and Japanese and Chinese keyboards type
 * full-width digits.
 */
const latinDigits = (typed: string): string =>
  typed
    .replaceAll(/[\s-]/g, '')
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) =>
      String((digit.charCodeAt(0) - (digit < '\u0900' ? 0x660 : 0x966)) % 16),
    );

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** Returns the name under which a member's TOTP secret is sealed. */
export const totpSecretName = (staffId: number | string): string => `staff-totp:${staffId}`;

export async function sealTotpSecret(
  config: Pick<Config, 'keyEncryptionKey'>,
  staffId: number,
  secret: string,
): Promise<string> {
  return seal(config.keyEncryptionKey, totpSecretName(staffId), encodeUtf8(secret));
}

export async function unsealTotpSecret(
  config: Pick<Config, 'keyEncryptionKey'>,
  staffId: number,
  sealed: string,
): Promise<string> {
  const opened = await unseal(config.keyEncryptionKey, totpSecretName(staffId), sealed);
  return new TextDecoder().decode(opened);
}
