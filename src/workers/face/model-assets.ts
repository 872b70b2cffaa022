// Reads the model files from the Worker's static assets, where scripts/models.ts put them.
import { encodeHex } from '../../crypto/encoding.ts';
import { NET_FILES } from './nets.ts';

export interface ModelFile {
  bytes: ArrayBuffer;
  /** The file's SHA-256, in hexadecimal. */
  sha256: string;
}

/**
 * @returns the files by name
 * @throws Error when a file is missing
 */
export async function readModels(assets: Fetcher): Promise<Map<string, ModelFile>> {
  const files = await Promise.all(NET_FILES.map((name) => readModel(assets, name)));
  return new Map(NET_FILES.map((name, i) => [name, files[i] as ModelFile]));
}

async function readModel(assets: Fetcher, name: string): Promise<ModelFile> {
  // The host is irrelevant: the binding uses only the path.
  const response = await assets.fetch(`https://assets.invalid/${name}`);
  if (!response.ok) throw new Error(`The model file ${name} is not deployed.`);
  const bytes = await response.arrayBuffer();
  return { bytes, sha256: encodeHex(await crypto.subtle.digest('SHA-256', bytes)) };
}
