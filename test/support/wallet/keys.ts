// Keys of invented issuers and devices, generated and exported with Web Crypto, whose types differ
// between Node and workerd.

interface Subtle {
  generateKey: (
    algorithm: { name: string; namedCurve: string },
    isExtractable: boolean,
    usages: readonly ('sign' | 'verify')[],
  ) => Promise<CryptoKeyPair>;
  exportKey: (format: 'jwk', key: CryptoKey) => Promise<JsonWebKey>;
}

const subtle = crypto.subtle as never as Subtle;

/** @param namedCurve the curve: `P-256`, `P-384` or `P-521` */
export const makePair = (namedCurve: string): Promise<CryptoKeyPair> =>
  subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);

export const exportKey = (key: CryptoKey): Promise<JsonWebKey> => subtle.exportKey('jwk', key);
