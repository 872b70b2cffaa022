// Verifies JWTs that relying parties sign with their own keys, either to authenticate
// (client-assertion.ts) or to send a request (signing-in/authorization/request-object.ts).
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose';
import type { Context } from '../../../context.ts';
import { CLIENT_ALGORITHMS } from './client-keys.ts';
import { readClientKeys } from './client-key-source.ts';
import type { OAuthClient } from './oauth-client.ts';

/**
 * The allowed clock skew: FAPI 2.0 requires servers to accept ten seconds and to refuse sixty
 * (5.3.2.1).
 */
export const CLOCK_SECONDS = 30;

/**
 * The maximum length of a JWT, in characters: enough for a header with a key set and the claims of
 * a long request.
 */
const MAX_LENGTH = 16 * 1024;

/**
 * Verifies a JWT that a client signed.
 * @param rules the required claims in addition to the times and `iss`; `iss` must be the client
 * @returns undefined unless it is a valid JWT from this client, addressed to this service
 */
export async function readSignedByClient(
  ctx: Pick<Context, 'config' | 'now'>,
  client: OAuthClient,
  jwt: string,
  rules: Pick<JWTVerifyOptions, 'typ' | 'subject' | 'audience' | 'requiredClaims'>,
): Promise<JWTPayload | undefined> {
  if (jwt.length > MAX_LENGTH) return undefined;
  try {
    const { kid } = decodeProtectedHeader(jwt);
    const keys = await readClientKeys(ctx, client, kid);
    if (keys === undefined) return undefined;
    const set = createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) });
    const { payload } = await jwtVerify(jwt, set, {
      ...rules,
      algorithms: [...CLIENT_ALGORITHMS],
      issuer: client.id,
      clockTolerance: CLOCK_SECONDS,
      currentDate: new Date(ctx.now()),
    });
    return payload;
  } catch {
    // Reading the keys does not throw, so this error means that the JWT or a key is invalid.
    return undefined;
  }
}
