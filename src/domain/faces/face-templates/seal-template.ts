// Encrypts face templates at rest (terms/sealed-descriptor.ts).
import type { Config } from '../../../config/config.ts';
import {
  openDescriptorAs,
  sealDescriptorAs,
  type SealedDescriptor,
} from '../../terms/sealed-descriptor.ts';
import type { FaceTemplate } from './template.ts';

/** Returns the name that is used to seal a row's template and to derive its key. */
export const faceTemplateName = (id: string): string => `face-template:${id}`;

/** @param descriptor a unit vector */
export const sealDescriptor = (
  config: Config,
  id: string,
  descriptor: readonly number[],
): Promise<SealedDescriptor> => sealDescriptorAs(config, faceTemplateName(id), descriptor);

/**
 * @throws OperationError when the template was sealed with a different KEY_ENCRYPTION_KEY or for a
 *   different row
 */
export const openDescriptor = (
  config: Config,
  { id, sealed }: Pick<FaceTemplate, 'id' | 'sealed'>,
): Promise<number[]> => openDescriptorAs(config, faceTemplateName(id), sealed);
