import { env } from 'cloudflare:workers';
import { SignJWT } from 'jose';
import { randomToken } from '../../../src/crypto/random.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { rotateKeys, signingKey } from '../../../src/domain/platform/signing-keys/key-ring.ts';
import { makeContext } from '../installation/context.ts';
import { ORIGIN } from './oauth-request.ts';

interface IdTokenOptions {
  clientId: string;
  subject: string;
  sessionId: string;
  expiresInSeconds?: number;
  typ?: string;
  issuer?: string;
  /** The key to sign with instead of the current signing key. */
  signer?: Signer;
}

interface Signer {
  kid: string;
  key: CryptoKey;
}

/**
 * Adds a key that stopped signing `daysAgo` days ago, as scheduled key rotation leaves it: a row
 * with only the key's public half.
 */
export async function addOldKey(daysAgo: number, { isRevoked = false } = {}): Promise<Signer> {
  const ctx = makeContext();
  // Make sure that the ring has a current signing key.
  await rotateKeys(ctx, 'oidc');
  const pair = (await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['sign', 'verify'],
  )) as CryptoKeyPair;
  const [kid, next] = [randomToken(12), randomToken(12)];
  const { n, e } = (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey;
  const jwk = JSON.stringify({ kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e });
  const endedMs = Date.now() - daysAgo * DAY_MS;
  const add = (id: string, json: string, atMs: number, revokedAtMs: number | null) =>
    env.DB.prepare(
      `INSERT INTO signing_keys (kid, purpose, public_jwk, private_key, created_at_ms, active_from_ms, revoked_at_ms)
       VALUES (?, 'oidc', ?, '', ?, ?, ?)`,
    ).bind(id, json, atMs, atMs, revokedAtMs);
  await env.DB.batch([
    add(kid, jwk, endedMs - DAY_MS, isRevoked ? Date.now() : null),
    // The key's successor, also stored without a private half.
    add(
      next,
      JSON.stringify({ kty: 'RSA', use: 'sig', alg: 'RS256', kid: next, n, e }),
      endedMs,
      null,
    ),
  ]);
  await rotateKeys(ctx, 'oidc');
  return { kid, key: pair.privateKey };
}

/** Creates an ID token like those that the token endpoint issues, or one with a chosen defect. */
export async function makeIdToken({
  clientId,
  subject,
  sessionId,
  expiresInSeconds = 3600,
  typ = 'JWT',
  issuer = ORIGIN,
  signer,
}: IdTokenOptions): Promise<string> {
  const { kid, key } = signer ?? (await signingKey(makeContext(), 'oidc'));
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

/** Returns a token with the same claims, unsigned (alg none). */
export function unsign(token: string): string {
  const [, payload = ''] = token.split('.');
  return `${btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')}.${payload}.`;
}
