import { encodeHex, encodeUtf8 } from '../crypto/encoding.ts';

/** A strong ETag (RFC 9110 8.8.3) for content that is determined by `text`. */
export async function tagOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(text));
  return `"${encodeHex(digest).slice(0, 24)}"`;
}
