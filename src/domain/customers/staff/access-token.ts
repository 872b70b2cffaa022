// Staff access tokens: RS256 JWTs with their own keys, audience and type, so that they cannot be
// confused with any other token of the service (D-45). They contain no permissions; those are read
// together with the session.
import { SignJWT, createLocalJWKSet, jwtVerify } from 'jose';
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { publishedJwks, signingKey } from '../../platform/signing-keys/key-ring.ts';
import type { StaffAudience } from './member.ts';

type TokenContext = Pick<Context, 'config' | 'db' | 'now'>;

interface AccessClaims {
  staffId: number;
  /** The session's id, 64 hex digits. */
  sessionId: string;
}

const audienceOf = (ctx: TokenContext, audience: StaffAudience): string =>
  `${ctx.config.baseUrl}/${audience}/v1`;

export async function signAccessToken(
  ctx: TokenContext,
  audience: StaffAudience,
  { staffId, sessionId }: AccessClaims,
): Promise<string> {
  const { kid, key } = await signingKey(ctx, audience);
  const issuedAt = Math.floor(ctx.now() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'RS256', typ: `${audience}+jwt`, kid })
    .setIssuer(ctx.config.baseUrl)
    .setAudience(audienceOf(ctx, audience))
    .setSubject(String(staffId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIMES.staffAccessMs / 1000)
    .setJti(randomToken(12))
    .sign(key);
}

/** @returns undefined for anything but a valid token for this audience */
export async function readAccessToken(
  ctx: TokenContext,
  audience: StaffAudience,
  token: string,
): Promise<AccessClaims | undefined> {
  if (token.length > 2_000 || token.split('.').length !== 3) return undefined;
  const keys = createLocalJWKSet({ keys: await publishedJwks(ctx, audience) });
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      typ: `${audience}+jwt`,
      issuer: ctx.config.baseUrl,
      audience: audienceOf(ctx, audience),
      requiredClaims: ['sub', 'exp', 'iat', 'sid'],
      currentDate: new Date(ctx.now()),
    });
    const { sub, sid } = payload;
    if (typeof sid !== 'string' || !/^\d{1,15}$/.test(sub ?? '')) return undefined;
    return { staffId: Number(sub), sessionId: sid };
  } catch {
    return undefined;
  }
}
