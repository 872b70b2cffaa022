// Encryption of secrets at rest: AES-256-GCM with a random nonce, bound to the name of the secret.
import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from './encoding.ts';
import type { KeyVersions } from './key-versions.ts';

const NONCE_BYTES = 12;

/** @param name additional authenticated data, so that the secrets of two rows cannot be swapped */
export async function seal(
  { current }: KeyVersions,
  name: string,
  content: BufferSource,
): Promise<string> {
  return encodeBase64Url(await sealBytes(current, name, content));
}

/**
 * Seals data that is too large to be encoded as text.
 * @param key 32 bytes
 * @param name as in `seal`
 * @returns nonce and ciphertext
 */
export async function sealBytes(
  key: Uint8Array<ArrayBuffer>,
  name: string,
  content: BufferSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: encodeUtf8(name) };
  const encrypted = await crypto.subtle.encrypt(algorithm, await importKey(key), content);
  const sealed = new Uint8Array(encrypted);
  const joined = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  joined.set(iv);
  joined.set(sealed, NONCE_BYTES);
  return joined;
}

/**
 * @throws OperationError when neither key can decrypt the text, the name differs or the ciphertext
 *   was altered
 */
export async function unseal(
  keys: KeyVersions,
  name: string,
  sealed: string,
): Promise<ArrayBuffer> {
  const { current, previous } = keys;
  const opened = unsealWith(current, name, sealed);
  return previous === undefined ? opened : opened.catch(() => unsealWith(previous, name, sealed));
}

/**
 * Re-encrypts, with the current key, a secret that was sealed with the previous key.
 * @returns undefined when the secret is already sealed with the current key
 * @throws OperationError when neither key can decrypt it
 */
export async function reseal(
  keys: KeyVersions,
  name: string,
  sealed: string,
): Promise<string | undefined> {
  const isCurrent = await unsealWith(keys.current, name, sealed).then(
    () => true,
    () => false,
  );
  return isCurrent ? undefined : seal(keys, name, await unseal(keys, name, sealed));
}

const unsealWith = (
  key: Uint8Array<ArrayBuffer>,
  name: string,
  sealed: string,
): Promise<ArrayBuffer> => unsealBytes(key, name, decodeBase64Url(sealed));

/**
 * Opens a result of sealBytes.
 * @throws OperationError when the key or the name differs or the data was altered
 */
export async function unsealBytes(
  key: Uint8Array<ArrayBuffer>,
  name: string,
  joined: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  const iv = joined.subarray(0, NONCE_BYTES);
  const algorithm = { name: 'AES-GCM', iv, additionalData: encodeUtf8(name) };
  return crypto.subtle.decrypt(algorithm, await importKey(key), joined.subarray(NONCE_BYTES));
}

const importKey = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
