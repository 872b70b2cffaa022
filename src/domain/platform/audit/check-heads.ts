// Reads signed heads and checks them against a chain. Pure, and usable outside the Worker: npm run
// audit:verify.
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JWK } from 'jose';

export const HEAD_TYPE = 'audit-head+jwt';

/** No personal data: a number, a hash, a time. */
export interface SignedHead {
  /** The id of the last entry of the chain. */
  position: number;
  /** The hash of its link, 64 hex digits. */
  hash: string;
  signedAtMs: number;
  kid: string;
  /**
   * SHA-256 in hex of the directory of age pass keys that was published at that time; absent before
   * the first keys.
   */
  passDirectory?: string;
  /** A compact JWS of these values. */
  jws: string;
}

/** @returns undefined when it is not a head; the signature is not verified */
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
 * @param keys public halves, from the same source as the heads
 * @param hashAt the chain's hash at a position; undefined when it has no link there
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
      faults.push(`The head ${head?.position ?? '?'} has no good signature.`);
    else if (hashAt(head.position) !== head.hash)
      faults.push(`The chain was rebuilt: entry ${head.position} is not the one that was signed.`);
  }
  return faults;
}
