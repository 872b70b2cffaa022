// Reads a pass, and verifies that it answers our challenge and that one of our valid keys signed
// it. spend-pass.ts checks whether it has already been spent.
import { decodeBase64Url, encodeHex } from '../../../crypto/encoding.ts';
import { isSigned, passChallenge, readToken } from '../../../crypto/privacy-pass.ts';
import type { PassKey } from './pass-key.ts';
import { type PassContext, passVerifier, readPassKeys } from './pass-keys.ts';
import { isGood } from './pass-month.ts';
import { countIssued } from './store.ts';

/** `too_few`: the pass's key has signed so few passes that the pass could identify its holder. */
type JudgedPass =
  | { ok: true; key: PassKey; mark: string }
  | { ok: false; reason: 'invalid' | 'too_few' };

/**
 * @param text the token, base64url, with or without padding
 * @param floor the minimum number of passes that the token's key must have signed
 * @returns `mark`: SHA-256 of the token's nonce, hex
 */
export async function judgePass(
  ctx: PassContext,
  text: string,
  floor = ctx.config.passFloor,
): Promise<JudgedPass> {
  const bytes = bytesOf(text);
  const token = bytes && readToken(bytes);
  if (token === undefined) return { ok: false, reason: 'invalid' };
  const [keyId, digest] = [token.keyId, token.challengeDigest].map(encodeHex);
  const key = (await readPassKeys(ctx)).find(({ id }) => id === keyId);
  if (key === undefined || !isGood(key.month, ctx.now()) || digest !== (await ownDigest(ctx)))
    return { ok: false, reason: 'invalid' };
  if (!(await isSigned(await passVerifier(ctx, key), token)))
    return { ok: false, reason: 'invalid' };
  if (!(await isOneOfMany(ctx, key, floor))) return { ok: false, reason: 'too_few' };
  const mark = encodeHex(await crypto.subtle.digest('SHA-256', token.nonce));
  return { ok: true, key, mark };
}

/** A token is 354 bytes long, which is 472 base64url characters. */
const TOKEN_TEXT = /^[\w-]{472}$/;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  const bare = text.replace(/={0,2}$/, '');
  return TOKEN_TEXT.test(bare) ? decodeBase64Url(bare) : undefined;
};

/**
 * Whether the key has signed at least `floor` passes. The cached count may be minutes old, so it is
 * read again if it is below the floor.
 */
const isOneOfMany = async ({ db }: PassContext, key: PassKey, floor: number): Promise<boolean> =>
  key.issued >= floor || ((await countIssued(db, key.id)) ?? 0) >= floor;

const digests = new Map<string, Promise<string>>();

function ownDigest({ config }: PassContext): Promise<string> {
  const issuer = issuerName(config.baseUrl);
  const known =
    digests.get(issuer) ?? crypto.subtle.digest('SHA-256', passChallenge(issuer)).then(encodeHex);
  digests.set(issuer, known);
  return known;
}

/** Returns the issuer's name: the host, with the port if there is one (RFC 9577 2.1). */
export const issuerName = (baseUrl: string): string => new URL(baseUrl).host;
