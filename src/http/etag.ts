import { encodeHex, encodeUtf8 } from '../crypto/encoding.ts';

/** Computes a strong ETag (RFC 9110 8.8.3) for content that depends only on `text`. */
export async function tagOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(text));
  return `"${encodeHex(digest).slice(0, 24)}"`;
}

/** JSON that is the same for all requests that an isolate handles. */
export interface KeptJson {
  /**
   * The JSON, already encoded as UTF-8. A string would have to be encoded for every response, which
   * would double the cost of sending it.
   */
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

export async function keepJson(value: unknown): Promise<KeptJson> {
  const text = JSON.stringify(value);
  return { bytes: encodeUtf8(text), etag: await tagOf(text) };
}
