// A keyed hash, for what is compared and must not be guessed.
import { encodeHex, encodeUtf8 } from './encoding.ts';

/** @returns HMAC-SHA256 in lower-case hex */
export async function hmacHex(key: BufferSource, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return encodeHex(await crypto.subtle.sign('HMAC', imported, encodeUtf8(text)));
}
