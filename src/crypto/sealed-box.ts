// Encryption of secrets at rest: AES-256-GCM with a random nonce, bound to the name of the secret.
import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from './encoding.ts';

const NONCE_BYTES = 12;

/** @param bytes 32 bytes */
export async function importSealingKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** @param name additional authenticated data, so that the secrets of two rows cannot be swapped */
export async function seal(key: CryptoKey, name: string, content: BufferSource): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: encodeUtf8(name) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, content));
  const joined = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  joined.set(iv);
  joined.set(sealed, NONCE_BYTES);
  return encodeBase64Url(joined);
}

/** @throws OperationError when key or name differ, or the ciphertext was altered */
export async function unseal(key: CryptoKey, name: string, sealed: string): Promise<ArrayBuffer> {
  const joined = decodeBase64Url(sealed);
  const iv = joined.subarray(0, NONCE_BYTES);
  const algorithm = { name: 'AES-GCM', iv, additionalData: encodeUtf8(name) };
  return crypto.subtle.decrypt(algorithm, key, joined.subarray(NONCE_BYTES));
}
