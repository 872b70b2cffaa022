// What made a descriptor, as one name: descriptors of two names must not be compared.
import { encodeHex, encodeUtf8 } from '../../crypto/encoding.ts';
import { MODEL_FILES } from '../../vision/face/model-files.ts';

/** Raised when the same files come to describe a face differently: another crop, another order of colours. */
const RECIPE = 1;
/** The mesh places the crop that is described. */
const FILES = [...MODEL_FILES.facemesh, ...MODEL_FILES.faceres];

/** @param hashes SHA-256 by file @returns hexadecimal */
export async function nameDescriptorModel(
  hashes: Readonly<Record<string, string>>,
): Promise<string> {
  const parts = FILES.map((name) => `${name}:${hashes[name] ?? ''}`);
  const name = encodeUtf8([RECIPE, ...parts].join('\n'));
  return encodeHex(await crypto.subtle.digest('SHA-256', name));
}
