// Reads signed heads and checks them against a chain. Pure, so that npm run audit:verify can use it
// outside the Worker.
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JWK } from 'jose';

export const HEAD_TYPE = 'audit-head+jwt';

/**
 * A signed head of the chain. It contains no personal data, only a position, hashes, a time and the
 * id of the signing key.
 */
export interface SignedHead {
  /** The id of the last entry of the chain. */
  position: number;
  /** The hash of that entry's link, 64 hex digits. */
  hash: string;
  signedAtMs: number;
  kid: string;
  /**
   * The SHA-256, in hex, of the age pass key directory published at that time; absent if there were
   * no keys yet.
   */
  passDirectory?: string;
  /** A compact JWS of these values. */
  jws: string;
}

/** @returns undefined when the JWS is not a head; its signature is not verified */
export function readHead(jws: string): SignedHead | undefined {
  try {
    const { position, hash, iat, pass_directory: passDirectory } = decodeJwt(jws);
    const { kid } = decodeProtectedHeader(jws);
    if (typeof position !== 'number' || typeof hash !== 'string') return undefined;
    if (typeof iat !== 'number' || typeof kid !== 'string') return undefined;
    const published = typeof passDirectory === 'string' ? { passDirectory } : {};
    return { position, hash, signedAtMs: iat * 1000, kid, ...published, jws };
  } catch {
    return undefined;
  }
}

/**
 * @param keys the public keys, from the same source as the heads
 * @param hashAt the chain's hash at a position; undefined when there is no link at that position
 * @returns one sentence for each head that does not match
 */
export async function checkHeads(
  heads: readonly string[],
  keys: readonly JWK[],
  hashAt: (position: number) => string | undefined,
): Promise<string[]> {
  const keySet = createLocalJWKSet({ keys: [...keys] });
  const faults: string[] = [];
  for (const jws of heads) {
    const head = readHead(jws);
    const verified = await jwtVerify(jws, keySet, { algorithms: ['RS256'], typ: HEAD_TYPE }).then(
      () => true,
      () => false,
    );
    if (head === undefined || !verified)
      faults.push(`The head ${head?.position ?? '?'} has no valid signature.`);
    else if (hashAt(head.position) !== head.hash)
      faults.push(
        `The chain was rebuilt: the link of entry ${head.position} differs from its signed head.`,
      );
  }
  return faults;
}
