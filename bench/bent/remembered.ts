// Keeps what took long to compute in a folder outside the project, so that an interrupted run goes
// on where it stopped. Samples are of people: delete the folder when the work is done.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/**
 * @param folder nothing is kept if it is empty
 * @param key identifies the value; a change in how values are computed needs another folder
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
