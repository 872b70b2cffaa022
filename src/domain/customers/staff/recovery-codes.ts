// Recovery codes for members who have lost their authenticator: ten codes to keep on paper, each
// valid once.
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomBelow } from '../../../crypto/random.ts';

const CODES = 10;
/** Crockford's Base32, which contains no characters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;

/** @returns codes such as `k3vn-8q2d-…`, 80 random bits each */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomBelow(ALPHABET.length)]);
    return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
  });
}

/**
 * @returns the stored form of a code, however it was typed; undefined when the text cannot be a
 *   code
 */
export async function hashRecoveryCode(typed: string): Promise<string | undefined> {
  const letters = typed
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return letters.length === LENGTH ? sha256Hex(letters) : undefined;
}
