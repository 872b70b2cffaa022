// Restores a backup into an empty database. After an interruption, running it again continues after
// the last complete part.
import { join } from 'node:path';
import type { Query } from '../query.ts';
import { checkParts, readManifest } from './folder.ts';
import { countRestored } from './restored-parts.ts';

interface Target {
  query: Query;
  /** Executes a file of SQL as one transaction. */
  executeFile: (path: string) => Promise<void>;
}

/**
 * @param onPart called after each part, with the number of parts restored so far and the total
 * @throws Error when the backup is incomplete or has been changed, or when the database has tables
 *   that do not come from this backup; in these cases, nothing has been written
 */
export async function restoreBackup(
  folder: string,
  { query, executeFile }: Target,
  onPart: (done: number, of: number) => void = () => {},
): Promise<void> {
  const manifest = readManifest(folder);
  if (manifest === undefined) throw new Error(`${folder} has no backup.`);
  if (manifest.ended_at === undefined)
    throw new Error(`The backup in ${folder} is not complete: run the same backup again.`);
  const { parts } = manifest;
  await checkParts(folder, manifest);
  const done = await countRestored(query, manifest.id);
  for (const [n, { file }] of parts.entries()) {
    if (n < done) continue;
    await executeFile(join(folder, file));
    onPart(n + 1, parts.length);
  }
}
