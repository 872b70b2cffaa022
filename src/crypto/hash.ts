// One-way hashes and constant-time comparison. Encodings are in encoding.ts.
import { encodeHex, encodeUtf8 } from './encoding.ts';

/** @returns the SHA-256 of a text's UTF-8 bytes, lower-case hex */
export async function sha256Hex(text: string): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', encodeUtf8(text)));
}

/** Compares two secrets in constant time; their lengths are not secret. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = encodeUtf8(a);
  const right = encodeUtf8(b);
  if (left.byteLength !== right.byteLength) return false;
  return crypto.subtle.timingSafeEqual(left, right);
}
