// Decrypts answers with the offer's own keys.
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { compactDecrypt, importJWK } from 'jose';
import type { OfferKey } from '../../wallet/wallet-wire.ts';
import type { Bytes } from './cbor.ts';
import { keyIdOf } from './handover.ts';

/** The cipher suite of ISO 18013-7, C.3. */
const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});

/**
 * @param info the session transcript
 * @returns undefined when the answer was not encrypted for this key and transcript
 */
export async function openHpke(
  { enc, cipherText }: { enc: Bytes; cipherText: Bytes },
  key: OfferKey,
  info: Bytes,
): Promise<Bytes | undefined> {
  try {
    const recipientKey = await suite.kem.importKey(
      'jwk',
      { ...key, key_ops: ['deriveBits'] },
      false,
    );
    const context = await suite.createRecipientContext({ recipientKey, enc, info });
    return new Uint8Array(await context.open(cipherText));
  } catch {
    return undefined;
  }
}

/**
 * @returns undefined when the answer was not encrypted for this key, or its header names a
 *   different key
 */
export async function openJwe(jwe: string, key: OfferKey): Promise<Bytes | undefined> {
  try {
    const opened = await compactDecrypt(jwe, await importJWK({ ...key }, 'ECDH-ES'), {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A128GCM', 'A256GCM'],
      // Compression is not offered, and a small answer could inflate to much more (RFC 8725 3.6).
      maxDecompressedLength: 0,
    });
    if (opened.protectedHeader.kid !== (await keyIdOf(key))) return undefined;
    return new Uint8Array(opened.plaintext);
  } catch {
    return undefined;
  }
}
