// Verifies DPoP proofs (RFC 9449 4), which show that the sender of a request holds a key. Pure; the
// Grant object makes sure that a proof is used only once (objects/grant.ts).
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWTPayload } from 'jose';
import { encodeBase64Url, encodeUtf8 } from '../../../crypto/encoding.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { MINUTE_MS } from '../../../time/durations.ts';

/** Signature algorithms that browsers and devices can produce and we can verify. */
export const PROOF_ALGORITHMS = ['ES256', 'PS256', 'RS256', 'Ed25519', 'EdDSA'] as const;

/**
 * How far a proof's `iat` may be from the current time, in either direction, because clocks differ
 * (RFC 9449 11.1). A used proof is remembered until it expires.
 */
export const PROOF_WINDOW_MS = 5 * MINUTE_MS;

/**
 * The maximum length of a proof, in characters: enough for an RSA-4096 key and signature with short
 * claims.
 */
const MAX_LENGTH = 4096;
const MAX_ID_LENGTH = 256;

/** A proof that is valid for its request. */
export interface Proof {
  /**
   * RFC 7638 thumbprint of the key, as in the `cnf.jkt` of tokens and the `dpop_jkt` of
   * authorization requests: 43 base64url characters.
   */
  keyThumbprint: string;
  /**
   * The hash of the key's thumbprint and the proof's `jti`; the key may not use this `jti` again.
   */
  hash: string;
  issuedAtMs: number;
}

interface ProvenRequest {
  method: string;
  /** An absolute URL; query and fragment are ignored. */
  url: string;
  /** The access token of the request; the proof must contain its hash. */
  accessToken?: string | undefined;
}

/** @returns the proof, or what is wrong with it, in plain ASCII without quotes */
export async function verifyProof(
  jwt: string,
  request: ProvenRequest,
  nowMs: number,
): Promise<{ ok: true; proof: Proof } | { ok: false; fault: string }> {
  if (jwt.length > MAX_LENGTH) return { ok: false, fault: 'The DPoP proof is too long.' };
  try {
    const { payload, protectedHeader } = await jwtVerify(jwt, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: [...PROOF_ALGORITHMS],
      requiredClaims: ['htm', 'htu', 'iat', 'jti'],
      currentDate: new Date(nowMs),
    });
    const fault = await faultOf(payload, request, nowMs);
    if (fault !== undefined) return { ok: false, fault };
    const { jti = '', iat = 0 } = payload;
    const { jwk } = protectedHeader;
    if (jwk === undefined) return { ok: false, fault: MALFORMED };
    const keyThumbprint = await calculateJwkThumbprint(jwk);
    const hash = await sha256Hex(`${keyThumbprint}.${jti}`);
    return { ok: true, proof: { keyThumbprint, hash, issuedAtMs: iat * 1000 } };
  } catch {
    // Every error means that the proof is invalid, including errors that Web Crypto throws for an
    // invalid key.
    return { ok: false, fault: MALFORMED };
  }
}

const MALFORMED =
  'The DPoP proof must be a JWT of type dpop+jwt with a valid signature by its own public key.';

/**
 * Performs checks 8, 9 and 11 of RFC 9449 4.3 and the hash comparison of check 12, and limits the
 * length of the `jti`. Check 10 does not apply, because the service uses no nonces.
 */
async function faultOf(
  { htm, htu, iat = 0, jti, ath }: JWTPayload,
  { method, url, accessToken }: ProvenRequest,
  nowMs: number,
): Promise<string | undefined> {
  if (htm !== method) return 'htm of the DPoP proof is not the method of this request.';
  if (typeof htu !== 'string' || plainUrl(htu) !== plainUrl(url))
    return 'htu of the DPoP proof is not the URL of this request.';
  if (Math.abs(nowMs - iat * 1000) > PROOF_WINDOW_MS)
    return 'iat of the DPoP proof is not within five minutes of now.';
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_ID_LENGTH)
    return 'jti of the DPoP proof must have 1 to 256 characters.';
  if (accessToken !== undefined && ath !== (await hashOf(accessToken)))
    return 'ath of the DPoP proof is not the hash of this access token.';
  return undefined;
}

const hashOf = async (accessToken: string): Promise<string> =>
  encodeBase64Url(await crypto.subtle.digest('SHA-256', encodeUtf8(accessToken)));

/**
 * Returns the URL as check 9 of RFC 9449 4.3 compares it: normalised as in RFC 3986 6.2, without
 * query and fragment.
 */
function plainUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}

/** The prefix of every storage key that proofKey returns. */
export const PROOF = 'proof:';

/**
 * The storage key under which a Grant object records the proofs of one minute. Keys sort by time.
 */
export const proofKey = (issuedAtMs: number): string =>
  `${PROOF}${String(Math.floor(issuedAtMs / MINUTE_MS)).padStart(12, '0')}`;
