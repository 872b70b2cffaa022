// Reads the certificates in the header of a JWS.
import { decodeBase64 } from '../../crypto/encoding.ts';
import type { Bytes } from './cbor.ts';
import { readChain } from './chain.ts';
import type { Jws } from './jws.ts';
import { refuse } from './refusal.ts';

/**
 * Reads the certificate chain in `x5c`, which is base64, not base64url (RFC 7515, 4.1.6).
 * @throws AnswerRefusal, `untrusted_issuer`
 */
export function chainOf({ header: { x5c } }: Jws) {
  const items: unknown[] = Array.isArray(x5c) ? x5c : [];
  const chain = readChain(
    items.map((one): Bytes => {
      try {
        return decodeBase64(typeof one === 'string' ? one : '');
      } catch {
        return new Uint8Array();
      }
    }),
  );
  return (
    chain ??
    refuse(
      'untrusted_issuer',
      'The x5c header does not contain one to three readable certificates.',
    )
  );
}
