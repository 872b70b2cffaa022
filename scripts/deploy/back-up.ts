// The backup before an upgrade: the same as `npm run backup`, over the API.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Query } from '../operations/dump.ts';
import { writeBackup } from '../operations/write-backup.ts';

/** @returns the file, in the folder of the installation */
export async function backUpRemote(query: Query, folder: string, nowMs: number): Promise<string> {
  const backups = join(folder, 'backups');
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const name = new Date(nowMs).toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  const file = join(backups, `${name}.sql`);
  await writeBackup(query, file);
  return file;
}
