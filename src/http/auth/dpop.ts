// Reads the DPoP proof of a request (RFC 9449) and throws errors that explain why a proof is
// invalid.
import type { Context as HonoContext } from 'hono';
import {
  PROOF_ALGORITHMS,
  verifyProof,
  type Proof,
} from '../../domain/openid/grants/dpop-proof.ts';
import { OAuthError } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';

/** The challenge parameter that lists the supported algorithms (RFC 9449 7.1). */
export const DPOP_ALGORITHMS = `algs="${PROOF_ALGORITHMS.join(' ')}"`;

/**
 * @param accessToken the access token of the same request
 * @returns undefined when the header is missing
 * @throws OAuthError invalid_dpop_proof for an invalid proof or more than one DPoP header (RFC 9449
 *   4.3, check 1)
 */
export async function readProof(
  c: HonoContext<AppEnv>,
  accessToken?: string,
): Promise<Proof | undefined> {
  const header = c.req.header('DPoP');
  if (header === undefined) return undefined;
  const { config, now } = c.get('ctx');
  const url = `${config.baseUrl}${c.req.path}`;
  const request = { method: c.req.method, url, accessToken };
  const verified = await verifyProof(header, request, now());
  if (verified.ok) return verified.proof;
  const scheme = accessToken === undefined ? undefined : 'DPoP';
  throw new OAuthError('invalid_dpop_proof', verified.fault, { scheme });
}
