// Replaces src/domain/platform/signing-keys/generate-pair.ts in the tests that run in workerd
// (vitest.config.ts), where generating key pairs took a tenth of the processor time. Pairs are
// reused in rotation, and each pool is larger than any single test needs.
import type { RsaParameters } from '../../../src/domain/platform/signing-keys/generate-pair.ts';

/** Pool sizes: keys that sign tokens, and keys for age passes (ten are needed per month). */
const PAIRS = { usual: 12, passes: 60 };
const made = new Map<string, CryptoKeyPair>();
const asked = { usual: 0, passes: 0 };

export async function generatePair(parameters: RsaParameters): Promise<CryptoKeyPair> {
  const use = parameters.name === 'RSA-PSS' ? 'passes' : 'usual';
  const place = `${use} ${asked[use] % PAIRS[use]}`;
  asked[use] += 1;
  const pair =
    made.get(place) ??
    ((await crypto.subtle.generateKey(parameters, true, ['sign', 'verify'])) as CryptoKeyPair);
  made.set(place, pair);
  return pair;
}
