// Identifies the model that computed a descriptor. Descriptors of different models must not be
// compared.
import { encodeHex, encodeUtf8 } from '../../crypto/encoding.ts';
import { MODEL_FILES } from '../../vision/face/model-files.ts';

/**
 * The version of the procedure, which must be incremented when the same files describe a face
 * differently, for example with a different crop or channel order.
 */
const RECIPE = 1;
/** The mesh is included because it positions the crop. */
const FILES = [...MODEL_FILES.facemesh, ...MODEL_FILES.faceres];

/**
 * @param hashes SHA-256 by file name
 * @returns a hexadecimal SHA-256 that identifies the model
 */
export async function nameDescriptorModel(
  hashes: Readonly<Record<string, string>>,
): Promise<string> {
  const parts = FILES.map((name) => `${name}:${hashes[name] ?? ''}`);
  const name = encodeUtf8([RECIPE, ...parts].join('\n'));
  return encodeHex(await crypto.subtle.digest('SHA-256', name));
}
