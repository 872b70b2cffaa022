// How a relying party proves itself by its key (RFC 7523 2.2 and 3; OpenID Connect Core 9, private_key_jwt; D-153).
import { decodeJwt } from 'jose';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { findClient } from './client.ts';
import { CLOCK_SECONDS, readSignedByClient } from './client-signature.ts';
import type { OAuthClient } from './oauth-client.ts';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The longest lifetime of an assertion. Clients make one per call, valid for a minute; each is remembered until it expires. */
const LONGEST_SECONDS = 5 * 60;
const MAX_ID_LENGTH = 256;

/** An assertion that is valid; whether it was used before is not yet known. */
export interface ClientAssertion {
  client: OAuthClient;
  /** Names its `jti`, of this client. */
  name: string;
  expiresAtMs: number;
}

type AssertionContext = Pick<Context, 'config' | 'db' | 'now' | 'defer' | 'objects'>;

/** @returns the id of the client that an assertion says it is of: not verified, for counting guesses */
export function clientNamedIn(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).sub;
  } catch {
    // A text that is no JWT names no client.
    return undefined;
  }
}

/**
 * The audience must be our issuer, as a single string: a server that received an assertion for several audiences could use it at another
 * one (CVE-2025-27370, CVE-2025-27371).
 * @returns undefined when the assertion is not valid, or its client may not authenticate this way
 */
export async function verifyAssertion(
  ctx: AssertionContext,
  assertion: string,
): Promise<ClientAssertion | undefined> {
  const client = await findClient(ctx, clientNamedIn(assertion) ?? '');
  if (client?.provesByKey !== true) return undefined;
  const payload = await readSignedByClient(ctx, client, assertion, {
    subject: client.id,
    audience: ctx.config.baseUrl,
    requiredClaims: ['exp', 'jti'],
  });
  const { aud, jti, exp = 0, iat = 0 } = payload ?? {};
  if (typeof aud !== 'string' || typeof jti !== 'string') return undefined;
  if (jti === '' || jti.length > MAX_ID_LENGTH) return undefined;
  const nowSeconds = ctx.now() / 1000;
  if (exp > nowSeconds + LONGEST_SECONDS + CLOCK_SECONDS) return undefined;
  if (iat > nowSeconds + CLOCK_SECONDS) return undefined;
  const name = `assertion:${client.id}:${await sha256Hex(jti)}`;
  return { client, name, expiresAtMs: (exp + CLOCK_SECONDS) * 1000 };
}

/** One object call. @returns false when it was used before */
export async function useAssertion(
  { objects }: Pick<Context, 'objects'>,
  { name, expiresAtMs }: ClientAssertion,
): Promise<boolean> {
  const used = objects.oneTimeToken(objects.namedOneTimeTokenId(name));
  return (await used?.issueOnce('', '', expiresAtMs)) === true;
}
