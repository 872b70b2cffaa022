// Templates at rest (terms/sealed-descriptor.ts).
import type { Config } from '../../../config/config.ts';
import {
  openDescriptorAs,
  sealDescriptorAs,
  type SealedDescriptor,
} from '../../terms/sealed-descriptor.ts';
import type { FaceTemplate } from './template.ts';

/** What the template of a row is sealed as, and its key derived for. */
export const faceTemplateName = (id: string): string => `face-template:${id}`;

/** @param descriptor of length 1 */
export const sealDescriptor = (
  config: Config,
  id: string,
  descriptor: readonly number[],
): Promise<SealedDescriptor> => sealDescriptorAs(config, faceTemplateName(id), descriptor);

/** @throws OperationError when it was sealed with another KEY_ENCRYPTION_KEY or for another row */
export const openDescriptor = (
  config: Config,
  { id, sealed }: Pick<FaceTemplate, 'id' | 'sealed'>,
): Promise<number[]> => openDescriptorAs(config, faceTemplateName(id), sealed);
