// Password hashing with scrypt from the runtime's node:crypto, because Web Crypto's PBKDF2 is
// capped at 100,000 iterations in Workers (D-42). The password policy is in
// domain/terms/password-policy.ts.
import { scrypt } from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from './encoding.ts';
import { PASSWORD_COST as COST, type PasswordCost } from './password-cost.ts';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const SHAPE = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

type PasswordCheck = { ok: true; outdated: boolean } | { ok: false };

/** @returns `scrypt$N$r$p$salt$key`, salt and key as base64url */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomSalt();
  const key = await derive(password, salt, COST, KEY_BYTES);
  return ['scrypt', COST.N, COST.r, COST.p, encodeBase64Url(salt), encodeBase64Url(key)].join('$');
}

/**
 * @param stored a result of hashPassword; undefined for an unknown account, for which the check
 *   takes just as long
 * @returns `outdated` when the password should be rehashed with the current cost
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
): Promise<PasswordCheck> {
  const [, n, r, p, salt, key] = SHAPE.exec(stored ?? '') ?? [];
  if (salt === undefined || key === undefined) {
    await derive(password, randomSalt(), COST, KEY_BYTES);
    return { ok: false };
  }
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const expected = decodeBase64Url(key);
  const derived = await derive(password, decodeBase64Url(salt), cost, expected.length);
  if (!crypto.subtle.timingSafeEqual(derived, expected)) return { ok: false };
  return { ok: true, outdated: cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p };
}

/**
 * Derives the key from the password, which is first normalised to NFC, so that keyboards that
 * encode a character differently produce the same hash (RFC 8265 4.2).
 */
async function derive(
  password: string,
  salt: Uint8Array,
  { N, r, p }: PasswordCost,
  bytes: number,
): Promise<Uint8Array> {
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, bytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

const randomSalt = (): Uint8Array => crypto.getRandomValues(new Uint8Array(SALT_BYTES));
