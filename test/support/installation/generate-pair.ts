// Stands in for src/domain/platform/signing-keys/generate-pair.ts in the tests that run in workerd (vitest.config.ts): they made so many
// pairs that it was a tenth of what the processor did for them. A pair comes again after a dozen others, more than a test makes.
import type { RsaParameters } from '../../../src/domain/platform/signing-keys/generate-pair.ts';

const PAIRS = 12;
const made: CryptoKeyPair[] = [];
let asked = 0;

export async function generatePair(parameters: RsaParameters): Promise<CryptoKeyPair> {
  const place = asked % PAIRS;
  asked += 1;
  const pair =
    made[place] ??
    ((await crypto.subtle.generateKey(parameters, true, ['sign', 'verify'])) as CryptoKeyPair);
  made[place] = pair;
  return pair;
}
