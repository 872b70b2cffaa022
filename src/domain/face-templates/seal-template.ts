// Templates at rest: sealed by a key that is derived for each of them, so that none can be compared with another.
import type { Config } from '../../config.ts';
import { deriveKeys, nameOfKey } from '../../crypto/derived-key.ts';
import { seal, unseal } from '../../crypto/sealed-box.ts';
import { packDescriptor, unpackDescriptor, type FaceTemplate } from './template.ts';

/** What the template of a row is sealed as, and its key derived for. */
export const faceTemplateName = (id: string): string => `face-template:${id}`;

type Sealed = Pick<FaceTemplate, 'sealed' | 'sealedBy'>;

/** @param descriptor of length 1 */
export async function sealDescriptor(
  { keyEncryptionKey }: Config,
  id: string,
  descriptor: readonly number[],
): Promise<Sealed> {
  const name = faceTemplateName(id);
  const keys = await deriveKeys(keyEncryptionKey, name);
  return {
    sealed: await seal(keys, name, packDescriptor(descriptor)),
    sealedBy: await nameOfKey(keyEncryptionKey.current),
  };
}

/** @throws OperationError when it was sealed with another KEY_ENCRYPTION_KEY or for another row */
export async function openDescriptor(
  { keyEncryptionKey }: Config,
  { id, sealed }: Pick<FaceTemplate, 'id' | 'sealed'>,
): Promise<number[]> {
  const name = faceTemplateName(id);
  const keys = await deriveKeys(keyEncryptionKey, name);
  return unpackDescriptor(await unseal(keys, name, sealed));
}
