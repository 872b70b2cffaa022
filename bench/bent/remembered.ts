// Stores values that take long to compute in a folder outside the project, so that an interrupted
// run continues where it stopped. The samples show people, so delete the folder when the work is
// done.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/**
 * @param folder the folder for the values; empty to store nothing
 * @param key identifies the value; if the way in which values are computed changes, use a different
 * folder
 */
export async function remembered<Value>(
  folder: string,
  key: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  if (folder === '') return compute();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, createHash('sha256').update(key).digest('hex'));
  if (existsSync(file)) return deserialize(readFileSync(file)) as Value;
  const value = await compute();
  writeFileSync(`${file}.part`, serialize(value));
  renameSync(`${file}.part`, file);
  return value;
}
