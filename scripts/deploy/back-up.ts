// Backs up the database before an upgrade, in the format of `npm run backup`, but without the
// ledgers.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../operations/backup/folder.ts';
import { releaseOutcomes } from '../operations/backup/held-outcomes.ts';
import { writeBackup } from '../operations/backup/write-backup.ts';
import type { Query } from '../operations/query.ts';
import { patient } from './patience.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Writes a backup, after removing any backup that an earlier run left unfinished.
 * @returns the path of the backup's folder, which is in the folder of the installation
 */
export async function backUpRemote(
  query: Query,
  { folder, now, print, wait }: Pick<Surroundings, 'folder' | 'now' | 'print' | 'wait'>,
): Promise<string> {
  const repeated = patient(query, wait);
  await removeUnfinished(repeated, join(folder, 'backups'));
  const name = new Date(now()).toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  const backup = join(folder, 'backups', name);
  try {
    await writeBackup(repeated, backup, {
      now,
      onPart: ({ rows }) => print(`Backing up: ${rows.toLocaleString('en')} rows ...`),
    });
  } catch (error) {
    // A failed removal is ignored, because the next run repeats it.
    await removeUnfinished(query, join(folder, 'backups')).catch(() => undefined);
    throw error;
  }
  return backup;
}

/**
 * Removes unfinished backups, which contain personal data and cannot be restored, and releases
 * their holds, so that outcomes can move again. Also releases the hold of the latest backup,
 * because its run may not have released it.
 */
async function removeUnfinished(query: Query, backups: string): Promise<void> {
  const names = existsSync(backups) ? readdirSync(backups) : [];
  const own = names.filter((each) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(each)).toSorted();
  for (const name of own) {
    const manifest = readManifest(join(backups, name));
    const isUnfinished = manifest?.ended_at === undefined;
    if (manifest?.holds_outcomes === true && (isUnfinished || name === own.at(-1)))
      await query(releaseOutcomes(manifest.id));
    if (isUnfinished) rmSync(join(backups, name), { recursive: true });
  }
}
