// `npm run backup -- --output=FOLDER [--remote]`: exports the local database or, with `--remote`,
// the deployed one to a folder as SQL, split into parts, and adds the ledgers, which it reads
// through the running service. After an interruption, run it again to continue. `--without-ledgers`
// leaves the ledgers out.
import { type LedgerParts, readManifest } from './operations/backup/folder.ts';
import { writeBackup } from './operations/backup/write-backup.ts';
import { hasLedgers, writeLedgers } from './operations/backup/write-ledgers.ts';
import { serviceAddress } from './operations/ledgers/address.ts';
import { withLedgersLink } from './operations/ledgers/link.ts';
import { openLedgerService } from './operations/ledgers/ledger-calls.ts';
import { listVolumes } from './operations/ledgers/volumes.ts';
import { runOnDatabase } from './operations/open-query.ts';
import type { Query } from './operations/query.ts';
import { readOptions } from './read-options.ts';

const USAGE = `npm run backup -- --output=FOLDER [--service=https://verify.example.com] [--without-ledgers] [--remote]

  --output           a new folder, or that of an interrupted backup, which is continued
  --service          the running service, through which ledgers are read; without it that of the deployment, or of npm start
  --without-ledgers  leaves out events, deliveries, the request log, and older sessions, figures and audit entries of customers
  --remote           the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const values = readOptions(USAGE, {
  remote: { type: 'boolean', default: false },
  output: { type: 'string' },
  service: { type: 'string' },
  'without-ledgers': { type: 'boolean', default: false },
});

await runOnDatabase(values.remote, async (query) => {
  const { output: folder, 'without-ledgers': isWithout } = values;
  if (folder === undefined) throw new Error('Name a folder: --output=agate-backup');
  const begun = readManifest(folder);
  const isOnlyLedgers = begun?.ended_at !== undefined && !hasLedgers(begun) && !isWithout;
  if (!isOnlyLedgers) await backUpDatabase(query, folder);
  if (isWithout)
    console.log(
      'The ledgers (events, deliveries, request log, older sessions, figures and audit entries) are left out.',
    );
  else await backUpLedgers(query, folder);
});

async function backUpDatabase(query: Query, folder: string): Promise<void> {
  const { rows, parts } = await writeBackup(query, folder, {
    now: Date.now,
    onPart: (done) => console.log(`${done.rows.toLocaleString('en')} rows are in ${folder} ...`),
  });
  console.log(
    `${folder} has the database: ${sizeOf({ rows, parts })}. It holds personal data and hashes of secrets.`,
  );
}

async function backUpLedgers(query: Query, folder: string): Promise<void> {
  const options = {
    now: Date.now,
    onPart: (done: LedgerParts) =>
      console.log(`${done.rows.toLocaleString('en')} rows of ledgers are in ${folder} ...`),
  };
  const volumes = await listVolumes(query);
  if (volumes.length === 0) {
    await writeLedgers(query, async () => ({ lines: [], next: null }), folder, options);
    return;
  }
  const address = serviceAddress(values.service, values.remote, process.env);
  const service = openLedgerService(address);
  if (!(await service.answers())) {
    console.error(
      `The ledgers (events, deliveries, request log, older sessions, figures and audit entries) are NOT in ${folder}: no service answers at ${address}. Start it or name another with --service=https://..., and run the same command again: it adds them.`,
    );
    // On a developer's machine the service is often not running, so missing ledgers alone are not a
    // failure there.
    if (values.remote || values.service !== undefined) process.exitCode = 1;
    return;
  }
  const ledgers = await withLedgersLink(query, Date.now(), (token) =>
    writeLedgers(query, (volume, after) => service.read(token, volume, after), folder, options),
  );
  console.log(`${folder} has the ledgers of ${address}: ${sizeOf(ledgers)}.`);
}

function sizeOf({ rows, parts }: Pick<LedgerParts, 'rows' | 'parts'>): string {
  const megabytes = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  return `${rows.toLocaleString('en')} rows, ${megabytes.toFixed(1)} MB`;
}
