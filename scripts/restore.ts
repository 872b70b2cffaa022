// `npm run restore -- --input=FOLDER` (`--remote`): restores a backup into a new, empty database,
// after checking that the backup is unchanged. After an interruption, run it again to continue.
// `--ledgers` then restores the ledgers through the service, which must already use the restored
// database; this can be repeated safely.
import { executeFile } from './database.ts';
import { readManifest } from './operations/backup/folder.ts';
import { restoreBackup } from './operations/backup/restore-backup.ts';
import { restoreLedgers } from './operations/backup/restore-ledgers.ts';
import { hasLedgers } from './operations/backup/write-ledgers.ts';
import { serviceAddress } from './operations/ledgers/address.ts';
import { withLedgersLink } from './operations/ledgers/link.ts';
import { openLedgerService } from './operations/ledgers/ledger-calls.ts';
import { runOnDatabase } from './operations/open-query.ts';
import type { Query } from './operations/query.ts';
import { readOptions } from './read-options.ts';

const USAGE = `npm run restore -- --input=FOLDER [--ledgers [--service=https://verify.example.com]] [--remote]

  --input    the folder of a backup; the database must be new and empty, or that of an interrupted restore
  --ledgers  restores the ledgers, once the service runs on the restored database
  --service  the running service, for --ledgers; without it that of the deployment, or of npm start
  --remote   the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const values = readOptions(USAGE, {
  remote: { type: 'boolean', default: false },
  input: { type: 'string' },
  ledgers: { type: 'boolean', default: false },
  service: { type: 'string' },
});

await runOnDatabase(values.remote, async (query) => {
  const { input: folder } = values;
  if (folder === undefined) throw new Error('Name the folder of a backup: --input=agate-backup');
  if (values.ledgers) await restoreAllLedgers(query, folder);
  else await restoreDatabase(query, folder);
});

function report(done: number, of: number): void {
  console.log(`${done} of ${of} parts ...`);
}

async function restoreDatabase(query: Query, folder: string): Promise<void> {
  const target = {
    query,
    executeFile: async (path: string) => {
      if (!executeFile(path, values.remote)) throw new Error(`${path} could not be restored.`);
    },
  };
  await restoreBackup(folder, target, report);
  console.log('The database is restored. "npm run doctor" says whether anything is wrong with it.');
  const manifest = readManifest(folder);
  if (manifest !== undefined && hasLedgers(manifest))
    console.log(
      'Once the service runs on it, restore the ledgers: the same command with --ledgers.',
    );
}

async function restoreAllLedgers(query: Query, folder: string): Promise<void> {
  const address = serviceAddress(values.service, values.remote, process.env);
  const service = openLedgerService(address);
  const { added, left } = await withLedgersLink(query, Date.now(), (token) =>
    restoreLedgers(folder, (volume, lines) => service.restore(token, volume, lines), report),
  );
  console.log(
    `The ledgers are restored: ${added.toLocaleString('en')} rows were added, ${left.toLocaleString('en')} were there already, or belong to a row that is missing.`,
  );
}
