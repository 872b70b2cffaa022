// Signs a request, for wallets that want to know who sent it (OpenID4VP 1.0, A.3.2).
import { CompactSign, importJWK } from 'jose';
import { decodeBase64, encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import type { OfferRequest } from '../../wallet/wallet-wire.ts';
import { sha256 } from './handover.ts';

/**
 * @param claims the claims of the request, without `client_id` and `aud`, which this function adds
 * @returns the compact JWS
 */
export async function signRequest(
  claims: Readonly<Record<string, unknown>>,
  { privateKey, certificates }: NonNullable<OfferRequest['signer']>,
): Promise<string> {
  const own = await sha256(decodeBase64(certificates[0] ?? ''));
  const payload = {
    ...claims,
    client_id: `x509_hash:${encodeBase64Url(own)}`,
    aud: 'https://self-issued.me/v2',
  };
  return new CompactSign(encodeUtf8(JSON.stringify(payload)))
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'oauth-authz-req+jwt',
      x5c: [...certificates],
    })
    .sign(await importJWK({ ...privateKey }, 'ES256'));
}
