// The authenticator of the demo's operator (RFC 6238, as src/domain/customers/staff/totp.ts has it).
import { Secret, TOTP } from 'otpauth';

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });

/** What an authenticator app reads. */
export const provisioningUri = (issuer: string, label: string, secret: string): string =>
  totpOf(secret, issuer, label).toString();

/** The code of this half minute; it signs in once. */
export const codeOf = (secret: string): string => totpOf(secret).generate();
