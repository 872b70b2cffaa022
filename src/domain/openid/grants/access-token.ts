// Reads our access tokens and verifies their signature, algorithm, type, issuer and times.
import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { isCanonicalBase64Url } from '../../../crypto/encoding.ts';
import { verificationKey } from '../../platform/signing-keys/key-ring.ts';
import { tokenRing, type TOKEN_RINGS } from '../../platform/signing-keys/ring.ts';
import { Memory } from '../../terms/memory.ts';
import { ACCESS_TOKEN_TYPE } from './issue-tokens.ts';

export interface AccessToken {
  /** The Grant's id, 64 hex digits. */
  grantId: string;
  jti: string;
  subject: string;
  clientId: string;
  scope: string[];
  issuedAtSeconds: number;
  expiresAtSeconds: number;
  /** Thumbprint of the key that the token is bound to (`cnf.jkt`). */
  keyThumbprint?: string;
  /**
   * `auth_time` and `acr` of the sign-in (RFC 9068 2.2.1); absent from tokens that an older version
   * issued.
   */
  authenticatedAtSeconds?: number;
  acr?: string;
}

interface Verified {
  kid: string;
  ring: (typeof TOKEN_RINGS)[number];
  access: AccessToken;
}

/**
 * The tokens that this isolate has verified. A token counts as verified until it expires or its key
 * is no longer published (D-125).
 */
const memory = new Memory<Verified>({
  name: 'access_tokens',
  freshMs: LIFETIMES.accessTokenMs,
  most: 500,
});

/**
 * Verifies one of our access tokens: signature, algorithm, type, issuer and expiry, as RFC 9068 4
 * requires of a resource server (S-60, S-61). Does not check revocation, which only the Grant
 * object records.
 * @returns undefined when the token is not valid
 */
export async function readAccessToken(
  ctx: Context,
  token: string,
): Promise<AccessToken | undefined> {
  const verified = await memory.read(ctx, token, () => verify(ctx, token));
  if (verified === undefined) return undefined;
  // Revoking a signing key invalidates the tokens that it signed (S-81).
  const key = await verificationKey(ctx, verified.ring, verified.kid);
  return key === undefined ? undefined : verified.access;
}

async function verify(
  ctx: Context,
  token: string,
): Promise<{ value: Verified; endsMs: number } | undefined> {
  if (!isCanonical(token)) return undefined;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, (header) => findKey(ctx, header), {
      algorithms: ['RS256', 'ES256'],
      typ: ACCESS_TOKEN_TYPE,
      issuer: ctx.config.baseUrl,
      requiredClaims: ['sub', 'aud', 'client_id', 'jti', 'iat', 'exp', 'grant_id', 'scope'],
      currentDate: new Date(ctx.now()),
    });
    const access = toAccessToken(payload);
    const { kid } = protectedHeader;
    const ring = ringOf(protectedHeader);
    if (access === undefined || kid === undefined) return undefined;
    return { value: { kid, ring, access }, endsMs: access.expiresAtSeconds * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * Selects the key ring for the algorithm in the header. The keys of a ring verify only signatures
 * of its own algorithm.
 */
const ringOf = ({ alg }: JWTHeaderParameters) => tokenRing(alg === 'ES256' ? 'ES256' : 'RS256');

async function findKey(ctx: Context, header: JWTHeaderParameters): Promise<CryptoKey> {
  const { kid } = header;
  const key = kid === undefined ? undefined : await verificationKey(ctx, ringOf(header), kid);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key;
}

function toAccessToken(payload: JWTPayload): AccessToken | undefined {
  const { sub, aud, jti, iat, exp, client_id, grant_id, scope } = payload;
  const texts = [sub, aud, jti, client_id, grant_id, scope];
  if (!texts.every((text) => typeof text === 'string') || aud !== client_id) return undefined;
  return {
    grantId: grant_id as string,
    jti: jti as string,
    subject: sub as string,
    clientId: client_id as string,
    scope: (scope as string).split(' '),
    issuedAtSeconds: iat ?? 0,
    expiresAtSeconds: exp ?? 0,
    ...readConfirmation(payload),
    ...readSignIn(payload),
  };
}

function readConfirmation({ cnf }: JWTPayload): { keyThumbprint?: string } {
  const jkt = (cnf as { jkt?: unknown } | undefined)?.jkt;
  return typeof jkt === 'string' ? { keyThumbprint: jkt } : {};
}

const readSignIn = ({ auth_time, acr }: JWTPayload) => ({
  ...(typeof auth_time === 'number' && { authenticatedAtSeconds: auth_time }),
  ...(typeof acr === 'string' && { acr }),
});

/**
 * Whether the token is in canonical form: base64url allows several spellings of the same bytes
 * (S-62).
 */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => part !== '' && isCanonicalBase64Url(part));
}
