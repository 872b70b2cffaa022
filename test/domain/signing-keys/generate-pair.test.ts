import { exportJWK } from 'jose';
import { expect, test } from 'vitest';
import { generatePair } from '../../../src/domain/signing-keys/generate-pair.ts';
import { RSA } from '../../../src/domain/signing-keys/make-key.ts';

const parameters = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const modulus = async () =>
  exportJWK((await generatePair(parameters)).publicKey).then(({ n }) => n);

// In the node project, where nothing stands in for the shipped file.
test('what is shipped makes a new pair each time, of 2,048 bits', async () => {
  const [first, second] = [await modulus(), await modulus()];
  expect(first).toHaveLength(342);
  expect(second).not.toBe(first);
});
