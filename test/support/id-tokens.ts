import { SignJWT } from 'jose';
import { signingKey } from '../../src/domain/signing-keys/key-ring.ts';
import { makeContext } from './context.ts';
import { ORIGIN } from './oauth-request.ts';

interface IdTokenOptions {
  clientId: string;
  subject: string;
  sessionId: string;
  expiresInSeconds?: number;
  typ?: string;
  issuer?: string;
}

/** An ID token as the token endpoint makes them, or one that is a little wrong. */
export async function makeIdToken({
  clientId,
  subject,
  sessionId,
  expiresInSeconds = 3600,
  typ = 'JWT',
  issuer = ORIGIN,
}: IdTokenOptions): Promise<string> {
  const { kid, key } = await signingKey(makeContext(), 'oidc');
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'RS256', typ, kid })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(subject)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + expiresInSeconds)
    .sign(key);
}

/** The same claims under alg none. */
export function unsign(token: string): string {
  const [, payload = ''] = token.split('.');
  return `${btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')}.${payload}.`;
}
