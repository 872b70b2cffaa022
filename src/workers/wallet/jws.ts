// Reads compact JWS (RFC 7515) with ES256 and ES384 strictly: every part is the canonical base64url
// of its bytes, and the header has no `crit`.
import { decodeBase64Url, encodeUtf8, isCanonicalBase64Url } from '../../crypto/encoding.ts';
import type { Bytes } from './cbor.ts';
import type { PublicKey } from './cose.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Jws {
  header: JsonObject;
  claims: JsonObject;
  /** The signed bytes. */
  signed: Bytes;
  signature: Bytes;
}

const ALGORITHMS = {
  'P-256': { name: 'ES256', hash: 'SHA-256', signatureBytes: 64 },
  'P-384': { name: 'ES384', hash: 'SHA-384', signatureBytes: 96 },
} as const;

/**
 * @returns undefined for anything but a JWS whose payload is a JSON object and whose header has no
 *   `crit`
 */
export function readJws(text: string): Jws | undefined {
  const parts = text.split('.');
  const [first = '', second = '', third = ''] = parts;
  if (parts.length !== 3 || !isCanonicalBase64Url(third)) return undefined;
  const [header, claims] = [readJson(first), readJson(second)];
  if (!isObject(header) || !isObject(claims) || 'crit' in header) return undefined;
  const signed = encodeUtf8(`${first}.${second}`);
  return { header, claims, signed, signature: decodeBase64Url(third) };
}

/** Verifies the signature. Each key is for one algorithm, which the header must name. */
export async function isSignedBy(
  { header, signed, signature }: Jws,
  { curve, key }: PublicKey,
): Promise<boolean> {
  const { name, hash, signatureBytes } = ALGORITHMS[curve];
  if (header.alg !== name || signature.length !== signatureBytes) return false;
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, signature, signed);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param text JSON in base64url
 * @returns the parsed value; undefined if the text is anything else
 */
export function readJson(text: string): unknown {
  if (!isCanonicalBase64Url(text)) return undefined;
  try {
    return JSON.parse(utf8.decode(decodeBase64Url(text))) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
