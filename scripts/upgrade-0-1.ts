// `npm run upgrade:0.1` (`-- --remote`): records in a database from before 0.1 that it matches the
// migrations of 0.1. Run it once for each installation.
import { execute, query } from './database.ts';
import { planUpgrade } from './operations/upgrade-0-1.ts';
import { readOptions } from './read-options.ts';

const USAGE = `npm run upgrade:0.1 [-- --remote]

Records in a database from before 0.1 that it matches the migrations of 0.1. Its tables and rows stay as they are.

  --remote  the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const values = readOptions(USAGE, { remote: { type: 'boolean', default: false } });

/** @throws Error with instructions when the upgrade is refused or fails */
async function upgrade(remote: boolean): Promise<void> {
  const plan = await planUpgrade(async <Row>(sql: string) => query<Row>(sql, remote));
  if (plan.kind === 'nothing') {
    console.log(plan.sentence);
    return;
  }
  if (plan.kind === 'refused')
    throw new Error(
      [...plan.faults, 'Nothing was changed. What to do is in docs/deploy.md.'].join('\n'),
    );
  if (!execute(plan.sql, remote))
    throw new Error('The journal could not be written: run it again.');
  console.log('The database counts as migrated to 0.1. Its tables and rows are as they were.');
}

try {
  await upgrade(values.remote);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
