// Generates a pair of keys. This takes tenths of a second of CPU, so the tests in workerd replace
// this file with pairs that were generated before (vitest.config.ts).

export interface RsaParameters {
  name: string;
  hash: string;
  /** The length in bits. */
  modulusLength: number;
  publicExponent: Uint8Array<ArrayBuffer>;
}

/** @returns a pair whose private half is extractable, to be sealed */
export async function generatePair(parameters: RsaParameters): Promise<CryptoKeyPair> {
  const pair = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify']);
  if (!('publicKey' in pair)) throw new Error('RSA keys come in pairs.');
  return pair;
}
