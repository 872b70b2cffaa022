// `npm run backup -- --output=agate.sql` (`--remote`): writes the database as SQL that an empty database can execute.
import { open, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { query } from './database.ts';
import { dumpDatabase } from './operations/dump.ts';

const { values } = parseArgs({
  options: { remote: { type: 'boolean', default: false }, output: { type: 'string' } },
});

/** @throws Error also when the file is there already, before anything is read */
async function backUp(name: string | undefined, remote: boolean): Promise<void> {
  if (name === undefined) throw new Error('Name a file: --output=agate.sql');
  const file = await open(name, 'wx', 0o600);
  try {
    for await (const statement of dumpDatabase(async <Row>(sql: string) => query<Row>(sql, remote)))
      await file.write(`${statement}\n`);
  } catch (error) {
    // Half a database would look like a backup.
    await rm(name);
    throw error;
  } finally {
    await file.close();
  }
  console.log(`${name} has the database. It holds personal data and hashes of secrets.`);
}

try {
  await backUp(values.output, values.remote);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
