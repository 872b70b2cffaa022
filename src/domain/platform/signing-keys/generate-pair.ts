// Generates a key pair. This takes tenths of a second of CPU time, so the tests in workerd replace
// this file with pre-generated pairs (vitest.config.ts).

export interface RsaParameters {
  name: string;
  hash: string;
  /** The length in bits. */
  modulusLength: number;
  publicExponent: Uint8Array<ArrayBuffer>;
}

/** @returns a pair whose private key is extractable, so that it can be sealed */
export async function generatePair(parameters: RsaParameters): Promise<CryptoKeyPair> {
  const pair = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify']);
  if (!('publicKey' in pair)) throw new Error('RSA keys come in pairs.');
  return pair;
}
