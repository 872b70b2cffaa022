// Derives a separate key for each record from one secret key (RFC 5869), so that one record's key
// cannot decrypt another record.
import { encodeHex, encodeUtf8 } from './encoding.ts';
import type { KeyVersions } from './key-versions.ts';

const KEY_BITS = 256;
const NAME_BITS = 64;

/** @param name the record's name; each record has its own key */
export async function deriveKeys(
  { current, previous }: KeyVersions,
  name: string,
): Promise<KeyVersions> {
  return {
    current: await derive(current, name, KEY_BITS),
    ...(previous !== undefined && { previous: await derive(previous, name, KEY_BITS) }),
  };
}

/** Returns a public identifier of a key: 16 hex digits that reveal nothing about the key. */
export const nameOfKey = async (key: Uint8Array<ArrayBuffer>): Promise<string> =>
  encodeHex(await derive(key, 'name', NAME_BITS));

async function derive(
  secret: Uint8Array<ArrayBuffer>,
  name: string,
  bits: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const algorithm = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encodeUtf8(`agate:${name}`),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, bits));
}
