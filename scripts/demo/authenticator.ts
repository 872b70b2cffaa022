// Generates the authenticator codes of the demo's operator (RFC 6238, like
// src/domain/customers/staff/totp.ts).
import { Secret, TOTP } from 'otpauth';

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });

/** The URI that an authenticator app reads. */
export const provisioningUri = (issuer: string, label: string, secret: string): string =>
  totpOf(secret, issuer, label).toString();

/** Returns the code for the current 30-second period. The service accepts each code only once. */
export const codeOf = (secret: string): string => totpOf(secret).generate();
