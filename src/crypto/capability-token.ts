// Capability tokens contain the address of their object: `<prefix><object id><secret>`
// (architecture 3). The secret is derived from TOKEN_KEY, so a token can be recomputed without
// being stored.
import { decodeBase64Url, decodeHex, encodeBase64Url, encodeHex, encodeUtf8 } from './encoding.ts';
import { sha256Hex } from './hash.ts';
import type { KeyVersions } from './key-versions.ts';

const PART = 43; // 32 bytes as base64url
const SHAPE = /^(x[a-z]+_)([\w-]{43})([\w-]{43})$/;

interface CapabilityToken {
  prefix: string;
  /** Durable Object id, 64 hex digits. */
  objectId: string;
  secret: string;
}

/**
 * @param objectId 64 hex digits
 * @param secret 43 base64url characters
 */
export function formatToken({ prefix, objectId, secret }: CapabilityToken): string {
  return `${prefix}${encodeObjectId(objectId)}${secret}`;
}

/** @returns undefined when the text is not well-formed; a parsed token is not necessarily valid */
export function parseToken(text: string): CapabilityToken | undefined {
  const [, prefix, id, secret] = SHAPE.exec(text) ?? [];
  if (prefix === undefined || id === undefined || secret === undefined) return undefined;
  const objectId = decodeObjectId(id);
  return objectId === undefined ? undefined : { prefix, objectId, secret };
}

/** A token, and the hash that its object stores. */
export interface HashedToken {
  token: string;
  /** SHA-256 of the secret, hex. */
  hash: string;
}

/**
 * Derives an object's token of the given kind; the same arguments always give the same token.
 * @param objectId 64 hex digits
 * @param seed distinguishes tokens of the same kind for the same object; the secret is derived from
 *   the seed and the id
 */
export async function deriveToken(
  key: CryptoKey,
  prefix: string,
  objectId: string,
  seed = prefix,
): Promise<HashedToken> {
  const secret = await deriveSecret(key, seed, objectId);
  return { token: formatToken({ prefix, objectId, secret }), hash: await sha256Hex(secret) };
}

/** Like deriveToken, but returns only the token, without its hash. */
export async function deriveTokenText(
  key: CryptoKey,
  prefix: string,
  objectId: string,
): Promise<string> {
  const secret = await deriveSecret(key, prefix, objectId);
  return formatToken({ prefix, objectId, secret });
}

/** Like deriveToken, but with each of the keys, newest first. */
export async function deriveTokens(
  [newest, ...older]: TokenKeys,
  prefix: string,
  objectId: string,
  seed = prefix,
): Promise<[HashedToken, ...HashedToken[]]> {
  return [
    await deriveToken(newest, prefix, objectId, seed),
    ...(await Promise.all(older.map((key) => deriveToken(key, prefix, objectId, seed)))),
  ];
}

/**
 * Like parseToken, but accepts only one kind of token and adds the hash of its secret.
 * @returns undefined for a malformed token or a token of a different kind
 */
export async function readToken(
  text: string,
  prefix: string,
): Promise<(CapabilityToken & { hash: string }) | undefined> {
  const parsed = parseToken(text);
  if (parsed?.prefix !== prefix) return undefined;
  return { ...parsed, hash: await sha256Hex(parsed.secret) };
}

/** Returns the short public form of an object id, 43 base64url characters. */
export function encodeObjectId(objectId: string): string {
  return encodeBase64Url(decodeHex(objectId));
}

/** @returns 64 hex digits, or undefined when `text` is not the canonical short form of an id */
export function decodeObjectId(text: string): string | undefined {
  if (text.length !== PART || !/^[\w-]+$/.test(text)) return undefined;
  const bytes = decodeBase64Url(text);
  return encodeBase64Url(bytes) === text ? encodeHex(bytes) : undefined;
}

/**
 * The keys that a token may be derived from, newest first: TOKEN_KEY and, during a replacement, the
 * previous key.
 */
export type TokenKeys = readonly [CryptoKey, ...CryptoKey[]];

/** Imports TOKEN_KEY and, during a replacement, the previous key for deriveSecret. */
export async function importTokenKeys({ current, previous }: KeyVersions): Promise<TokenKeys> {
  const older = previous === undefined ? [] : [await importHmacKey(previous)];
  return [await importHmacKey(current), ...older];
}

const importHmacKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/**
 * HMAC-SHA256 over prefix and id: one secret per token kind and object.
 * @returns 43 base64url characters
 */
export async function deriveSecret(
  key: CryptoKey,
  prefix: string,
  objectId: string,
): Promise<string> {
  return encodeBase64Url(await crypto.subtle.sign('HMAC', key, encodeUtf8(`${prefix}${objectId}`)));
}
