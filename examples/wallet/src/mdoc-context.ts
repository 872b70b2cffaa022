// The functions that @owf/mdoc needs from its environment to issue and present a document: digests,
// random bytes and ES256. The wallet verifies nothing, so verification is not supported.
import type { MdocContext } from '@owf/mdoc';
import { importJWK, type JWK } from 'jose';

const ES256 = { name: 'ECDSA', hash: 'SHA-256' };

const notNeeded = (): never => {
  throw new Error('This wallet only issues and presents.');
};

export const mdocContext: MdocContext = {
  crypto: {
    digest: async ({ digestAlgorithm, bytes }) =>
      new Uint8Array(await crypto.subtle.digest(digestAlgorithm, new Uint8Array(bytes))),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    calculateEphemeralMacKey: notNeeded,
  },
  cose: {
    mac0: { sign: notNeeded, verify: notNeeded },
    sign1: {
      async sign({ key, toBeSigned }) {
        const { kty, crv, x, y, d } = key.jwk as JWK;
        const own = (await importJWK({ kty, crv, x, y, d } as JWK, 'ES256')) as CryptoKey;
        return new Uint8Array(await crypto.subtle.sign(ES256, own, new Uint8Array(toBeSigned)));
      },
      verify: notNeeded,
    },
  },
  x509: {
    getIssuerNameField: notNeeded,
    getPublicKey: notNeeded,
    verifyCertificateChain: notNeeded,
    getCertificateData: notNeeded,
  },
};
