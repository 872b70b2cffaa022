// `npm run backup -- --output=FOLDER` (`--remote`): writes the database into a folder, as SQL in
// parts. Run again after an interruption, it continues.
import { parseArgs } from 'node:util';
import { writeBackup } from './operations/backup/write-backup.ts';
import { runOnDatabase } from './operations/open-query.ts';

const { values } = parseArgs({
  options: { remote: { type: 'boolean', default: false }, output: { type: 'string' } },
});

await runOnDatabase(values.remote, async (query) => {
  const { output: folder } = values;
  if (folder === undefined) throw new Error('Name a folder: --output=agate-backup');
  const { rows, parts } = await writeBackup(query, folder, {
    now: Date.now,
    onPart: (done) => console.log(`${done.rows.toLocaleString('en')} rows are in ${folder} ...`),
  });
  const megabytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  console.log(
    `${folder} has the database: ${rows.toLocaleString('en')} rows, ${megabytes.toFixed(1)} MB. It holds personal data and hashes of secrets.`,
  );
});
