// Generates the key pairs for an offer. HPKE and JWE each have their own, because a key is used for
// only one algorithm.
import { decodeBase64Url } from '../../crypto/encoding.ts';
import type { OfferKey } from '../../wallet/wallet-wire.ts';
import type { Encodable } from './cbor-encode.ts';

export async function makeOfferKey(): Promise<OfferKey> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const pair = (await crypto.subtle.generateKey(algorithm, true, ['deriveBits'])) as CryptoKeyPair;
  const jwk = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as JsonWebKey;
  const { x = '', y = '', d = '' } = jwk;
  return { kty: 'EC', crv: 'P-256', x, y, d };
}

/** Returns the public half of the key as a COSE_Key (RFC 9053, 7.1.1). */
export const coseKeyOf = ({ x, y }: OfferKey): ReadonlyMap<number, Encodable> =>
  new Map<number, Encodable>([
    [1, 2],
    [-1, 1],
    [-2, decodeBase64Url(x)],
    [-3, decodeBase64Url(y)],
  ]);
