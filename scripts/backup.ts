// `npm run backup -- --output=agate.sql` (`--remote`): writes the database as SQL that an empty database can execute.
import { parseArgs } from 'node:util';
import { query } from './database.ts';
import { writeBackup } from './operations/write-backup.ts';

const { values } = parseArgs({
  options: { remote: { type: 'boolean', default: false }, output: { type: 'string' } },
});

/**
 * @throws Error when the file already exists, among other cases; that is noticed before anything is
 *   read
 */
async function backUp(name: string | undefined, remote: boolean): Promise<void> {
  if (name === undefined) throw new Error('Name a file: --output=agate.sql');
  await writeBackup(async <Row>(sql: string) => query<Row>(sql, remote), name);
  console.log(`${name} has the database. It holds personal data and hashes of secrets.`);
}

try {
  await backUp(values.output, values.remote);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
