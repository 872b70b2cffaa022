// Reads status lists written with a third-party implementation (draft-ietf-oauth-status-list, 4).
import { deflateSync } from 'node:zlib';
import { StatusList } from '@sd-jwt/jwt-status-list';
import { describe, expect, test } from 'vitest';
import { isList, STATUS_BITS, statusAt } from '../../src/wallet/status-list.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

describe.each(STATUS_BITS)('a list of %d bits', (bits) => {
  const statuses = Array.from({ length: 1000 }, (_, n) => (n * 7) % 2 ** bits);
  const compressed = bytesOf(new StatusList(statuses, bits).compressStatusList());

  test('gives the issuer’s status of each credential', async () => {
    for (const index of [0, 1, 2, 3, 7, 8, 9, 450, 998, 999])
      expect(await statusAt(compressed, bits, index)).toBe(statuses[index]);
    expect(await isList(compressed)).toBe(true);
  });

  test('gives no status for an index beyond its end', async () => {
    for (const index of [1000, 1e9, -1, 0.5, Number.NaN])
      expect(await statusAt(compressed, bits, index)).toBeUndefined();
  });
});

// The draft's own example, 4.1: one bit, 16 credentials.
test('the draft’s example is read as documented', async () => {
  const compressed = bytesOf('eNrbuRgAAhcBXQ');
  const expected = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1];
  const read = await Promise.all(expected.map((_, index) => statusAt(compressed, 1, index)));
  expect(read).toEqual(expected);
});

test.each([
  ['nothing', new Uint8Array()],
  ['no ZLIB', new Uint8Array([1, 2, 3])],
  ['no byte', new Uint8Array(deflateSync(new Uint8Array()))],
  ['more than 8 MiB', new Uint8Array(deflateSync(new Uint8Array(8 * 1024 * 1024 + 1)))],
])('a list with %s is refused', async (_, compressed) => {
  expect(await isList(compressed)).toBe(false);
});
