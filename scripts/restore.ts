// `npm run restore -- --input=FOLDER` (`--remote`): restores a backup into a new and empty
// database, after checking that it is what was written. Run again after an interruption, it
// continues.
import { parseArgs } from 'node:util';
import { executeFile } from './database.ts';
import { restoreBackup } from './operations/backup/restore-backup.ts';
import { runOnDatabase } from './operations/open-query.ts';

const { values } = parseArgs({
  options: { remote: { type: 'boolean', default: false }, input: { type: 'string' } },
});

await runOnDatabase(values.remote, async (query) => {
  const { input: folder, remote } = values;
  if (folder === undefined) throw new Error('Name the folder of a backup: --input=agate-backup');
  const target = {
    query,
    executeFile: async (path: string) => {
      if (!executeFile(path, remote)) throw new Error(`${path} could not be restored.`);
    },
  };
  await restoreBackup(folder, target, (done, of) => console.log(`${done} of ${of} parts ...`));
  console.log('The database is restored. "npm run doctor" says whether anything is wrong with it.');
});
