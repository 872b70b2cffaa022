// Descriptors at rest: sealed by a key that is derived for each record, so that none can be compared with another.
import type { Config } from '../../config/config.ts';
import { deriveKeys, nameOfKey } from '../../crypto/derived-key.ts';
import { seal, unseal } from '../../crypto/sealed-box.ts';
import { packDescriptor, unpackDescriptor } from './packed-descriptor.ts';

export interface SealedDescriptor {
  sealed: string;
  /** Which KEY_ENCRYPTION_KEY sealed it. */
  sealedBy: string;
}

/** @param name of the record, which nothing else has: its key is derived for it @param descriptor of length 1 */
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

/** @throws OperationError when it was sealed with another KEY_ENCRYPTION_KEY or for another record */
export const openDescriptorAs = async (
  config: Config,
  name: string,
  sealed: string,
): Promise<number[]> => unpackDescriptor(await openPackedAs(config, name, sealed));

/** As openDescriptorAs. @returns what packDescriptor made */
export async function openPackedAs(
  { keyEncryptionKey }: Config,
  name: string,
  sealed: string,
): Promise<ArrayBuffer> {
  return unseal(await deriveKeys(keyEncryptionKey, name), name, sealed);
}
