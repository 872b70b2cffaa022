import { exportJWK } from 'jose';
import { expect, test } from 'vitest';
import { generatePair } from '../../../../src/domain/platform/signing-keys/generate-pair.ts';
import { RSA } from '../../../../src/domain/platform/signing-keys/make-key.ts';
import { generatePair as generatePairInTests } from '../../../support/installation/generate-pair.ts';

const parameters = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const modulus = async () =>
  exportJWK((await generatePair(parameters)).publicKey).then(({ n }) => n);

// This test runs in Vitest's node project, where the tests' own generate-pair.ts does not replace
// the shipped one.
test('the shipped configuration creates a new 2,048-bit pair each time', async () => {
  const [first, second] = [await modulus(), await modulus()];
  expect(first).toHaveLength(342);
  expect(second).not.toBe(first);
});

test('only the tests in workerd reuse pairs, after a dozen', async () => {
  // Uses short keys, because they are generated quickly.
  const short = { ...parameters, modulusLength: 1024 };
  const made: CryptoKeyPair[] = [];
  for (let asked = 0; asked <= 12; asked += 1) made.push(await generatePairInTests(short));
  expect(new Set(made.slice(0, 12)).size).toBe(12);
  expect(made[12]).toBe(made[0]);
});
