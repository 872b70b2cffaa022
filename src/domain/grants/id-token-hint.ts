// ID tokens that come back as hints: who a site thinks is signed in. A hint grants nothing by itself.
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import type { Context } from '../../context.ts';
import { publishedJwks } from '../signing-keys/key-ring.ts';
import { ID_TOKEN_TYPE } from './issue-tokens.ts';

export interface IdTokenHint {
  /** `sub`: who it is about. */
  subject: string;
  /** `aud`: the site it was made for. */
  clientId: string;
  /** `sid`: the browser it was made in. */
  sessionId: string;
}

/**
 * RP-Initiated Logout 1.0, 4: a provider should accept an expired ID token as hint, since sessions outlive tokens. At
 * authorize the hint must be live (S-11).
 */
type Age = 'live' | 'any';

/** @returns undefined for everything that is no ID token of ours: other issuers, types and keys, or none */
export async function readIdTokenHint(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  token: string,
  age: Age,
): Promise<IdTokenHint | undefined> {
  const keys = createLocalJWKSet({ keys: await publishedJwks(ctx, 'oidc') });
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: ctx.config.baseUrl,
      // Not an access token, which has another type.
      typ: ID_TOKEN_TYPE,
      requiredClaims: ['sub', 'aud', 'exp', 'sid'],
      currentDate: new Date(age === 'any' ? 0 : ctx.now()),
    });
    const { sub, aud, sid } = payload;
    if (typeof sub !== 'string' || typeof aud !== 'string' || typeof sid !== 'string')
      return undefined;
    return { subject: sub, clientId: aud, sessionId: sid };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
