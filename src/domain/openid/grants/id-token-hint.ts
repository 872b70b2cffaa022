// Verifies ID tokens that sites send back as hints about who they believe is signed in. A hint on
// its own grants nothing.
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import type { Context } from '../../../context.ts';
import { keptJwks } from '../../platform/signing-keys/key-ring.ts';
import { TOKEN_RINGS } from '../../platform/signing-keys/ring.ts';
import { ID_TOKEN_TYPE } from './issue-tokens.ts';

export interface IdTokenHint {
  /** `sub`: the person. */
  subject: string;
  /** `aud`: the site that the ID token was issued to. */
  clientId: string;
  /** `sid`: the browser session in which the ID token was issued. */
  sessionId: string;
}

/**
 * Verifies a hint. Accepts expired ID tokens, and every unrevoked signing key of the last 400 days,
 * because sessions outlive tokens and keys (RP-Initiated Logout 1.0, 4; D-61).
 * @returns undefined unless it is an ID token that we issued: a JWT with our issuer, type and key
 */
export async function readIdTokenHint(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  token: string,
): Promise<IdTokenHint | undefined> {
  const rings = await Promise.all(TOKEN_RINGS.map((ring) => keptJwks(ctx, ring)));
  const keys = createLocalJWKSet({ keys: rings.flat().map((key) => ({ ...key })) });
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256', 'ES256'],
      issuer: ctx.config.baseUrl,
      // Access tokens have a different type and are therefore refused.
      typ: ID_TOKEN_TYPE,
      requiredClaims: ['sub', 'aud', 'exp', 'sid'],
      currentDate: new Date(0),
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
