// Authenticates relying parties by assertions that they sign with their own keys
// (`private_key_jwt`: RFC 7523 2.2 and 3, OpenID Connect Core 9, D-153).
import { decodeJwt } from 'jose';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { findClient } from './client.ts';
import { CLOCK_SECONDS, readSignedByClient } from './client-signature.ts';
import type { OAuthClient } from './oauth-client.ts';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * The maximum lifetime of an assertion. A used assertion is remembered until it expires. Clients
 * usually create a new one for each call, valid for a minute.
 */
const LONGEST_SECONDS = 5 * 60;
const MAX_ID_LENGTH = 256;

/** A valid assertion; whether it has been used before is checked separately (useAssertion). */
export interface ClientAssertion {
  client: OAuthClient;
  /**
   * The name under which the assertion is marked as used: its client id and a hash of its `jti`.
   */
  name: string;
  expiresAtMs: number;
}

type AssertionContext = Pick<Context, 'config' | 'db' | 'now' | 'defer' | 'objects'>;

/**
 * @returns the client id that an assertion claims. It is not verified, so it must not be trusted
 *   before the signature has been checked with that client's keys
 */
export function clientNamedIn(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).sub;
  } catch {
    // Text that is not a JWT contains no client id.
    return undefined;
  }
}

/**
 * Checks an assertion. The audience must be our issuer, as a single string: if an assertion had
 * several audiences, a server that received it could replay it to another audience
 * (CVE-2025-27370, CVE-2025-27371).
 * @returns undefined when the assertion is invalid, or its client may not authenticate this way
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

/**
 * Marks an assertion as used, with a single call to an object.
 * @returns false when it had already been used
 */
export async function useAssertion(
  { objects }: Pick<Context, 'objects'>,
  { name, expiresAtMs }: ClientAssertion,
): Promise<boolean> {
  const used = objects.oneTimeToken(objects.namedOneTimeTokenId(name));
  return (await used?.issueOnce('', '', expiresAtMs)) === true;
}
