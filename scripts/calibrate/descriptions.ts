// Stores the descriptors of labelled pictures in a file, one JSON line per picture, because
// describing a picture takes a tenth of a second and should be necessary only once. Such a file is
// biometric data, like the pictures.
import { readFile, writeFile } from 'node:fs/promises';
import { decodeBase64, encodeBase64 } from '../../src/crypto/encoding.ts';
import { describeFolder } from './describe-folder.ts';
import type { Described } from './pair-distances.ts';
import { readShown, type Shown } from './pair-labels.ts';

interface Line extends Shown {
  /** The descriptor's float32 values in base64. */
  descriptor: string;
}

export const isDescriptions = (path: string): boolean => path.endsWith('.jsonl');

/**
 * @param from a folder of labelled pictures (pair-labels.ts), or a file written by
 *   writeDescriptions
 * @throws Error that names the first item that cannot be read
 */
export async function readDescribed(
  from: string,
): Promise<{ described: Described[]; shown: Shown[]; skipped: { file: string; why: string }[] }> {
  if (!isDescriptions(from)) {
    const shown = await readShown(from);
    return { shown, ...(await describeFolder(from, shown)) };
  }
  const lines = (await readFile(from, 'utf8')).split('\n').filter((line) => line !== '');
  const described = lines.map((line): Described => {
    const { descriptor, ...shown } = JSON.parse(line) as Line;
    return { ...shown, descriptor: new Float32Array(decodeBase64(descriptor).buffer) };
  });
  return { described, shown: described, skipped: [] };
}

export async function writeDescriptions(
  to: string,
  described: readonly Described[],
): Promise<void> {
  const lines = described.map(({ descriptor, ...shown }) => {
    const bytes = new Uint8Array(Float32Array.from(descriptor).buffer);
    return JSON.stringify({ ...shown, descriptor: encodeBase64(bytes) } satisfies Line);
  });
  await writeFile(to, `${lines.join('\n')}\n`);
}
