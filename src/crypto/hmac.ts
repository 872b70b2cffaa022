// HMAC-SHA256, a keyed hash: only a holder of the key can compute it or check a guess at the value.
import { encodeHex, encodeUtf8 } from './encoding.ts';

/**
 * @param of the value to hash; a string is encoded as UTF-8
 * @returns HMAC-SHA256 in lower-case hex
 */
export async function hmacHex(
  key: BufferSource,
  of: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const bytes = typeof of === 'string' ? encodeUtf8(of) : of;
  return encodeHex(await crypto.subtle.sign('HMAC', imported, bytes));
}
