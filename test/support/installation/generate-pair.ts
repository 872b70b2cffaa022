// Stands in for src/domain/platform/signing-keys/generate-pair.ts in the tests that run in workerd (vitest.config.ts): they made so many
// pairs that it was a tenth of what the processor did for them. A pair comes again after more others than a test makes.
import type { RsaParameters } from '../../../src/domain/platform/signing-keys/generate-pair.ts';

/** Of keys that sign tokens, and of those of age passes, of which a month has ten. */
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
