// Stored descriptors: each is sealed with a key derived for its record, so that sealed descriptors
// cannot be compared.
import type { Config } from '../../config/config.ts';
import { deriveKeys, nameOfKey } from '../../crypto/derived-key.ts';
import { seal, unseal } from '../../crypto/sealed-box.ts';
import { packDescriptor, unpackDescriptor } from './packed-descriptor.ts';

export interface SealedDescriptor {
  sealed: string;
  /** The id of the KEY_ENCRYPTION_KEY that sealed the descriptor. */
  sealedBy: string;
}

/**
 * @param name the unique name of the record for which the key is derived
 * @param descriptor a unit vector
 */
export async function sealDescriptorAs(
  { keyEncryptionKey }: Config,
  name: string,
  descriptor: readonly number[],
): Promise<SealedDescriptor> {
  const keys = await deriveKeys(keyEncryptionKey, name);
  return {
    sealed: await seal(keys, name, packDescriptor(descriptor)),
    sealedBy: await nameOfKey(keyEncryptionKey.current),
  };
}

/**
 * @throws OperationError when the descriptor was sealed with a different KEY_ENCRYPTION_KEY or for
 *   a different record
 */
export const openDescriptorAs = async (
  config: Config,
  name: string,
  sealed: string,
): Promise<number[]> => unpackDescriptor(await openPackedAs(config, name, sealed));

/**
 * Like openDescriptorAs, but does not unpack the descriptor.
 * @returns the bytes that packDescriptor created
 */
export async function openPackedAs(
  { keyEncryptionKey }: Config,
  name: string,
  sealed: string,
): Promise<ArrayBuffer> {
  return unseal(await deriveKeys(keyEncryptionKey, name), name, sealed);
}
