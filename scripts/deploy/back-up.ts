// Backs up the database before an upgrade, in the format of `npm run backup`, but without the
// ledgers.
import { join } from 'node:path';
import { writeBackup } from '../operations/backup/write-backup.ts';
import type { Query } from '../operations/query.ts';
import type { Surroundings } from './surroundings.ts';

/** @returns the path of the backup's folder, which is in the folder of the installation */
export async function backUpRemote(
  query: Query,
  { folder, now, print }: Pick<Surroundings, 'folder' | 'now' | 'print'>,
): Promise<string> {
  const name = new Date(now()).toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  const backup = join(folder, 'backups', name);
  await writeBackup(query, backup, {
    now,
    onPart: ({ rows }) => print(`Backing up: ${rows.toLocaleString('en')} rows ...`),
  });
  return backup;
}
