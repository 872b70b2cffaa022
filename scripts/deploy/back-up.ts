// The backup before an upgrade: the same as `npm run backup`, over the API.
import { join } from 'node:path';
import { writeBackup } from '../operations/backup/write-backup.ts';
import type { Query } from '../operations/query.ts';

/** @returns its folder, in that of the installation */
export async function backUpRemote(
  query: Query,
  folder: string,
  now: () => number,
): Promise<string> {
  const name = new Date(now()).toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  const backup = join(folder, 'backups', name);
  await writeBackup(query, backup, { now });
  return backup;
}
