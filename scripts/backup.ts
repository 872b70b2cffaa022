// `npm run backup -- --output=agate.sql` (`--remote`): writes the database as SQL that an empty database can execute.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { query } from './database.ts';
import { dumpDatabase } from './operations/dump.ts';

const { values } = parseArgs({
  options: { remote: { type: 'boolean', default: false }, output: { type: 'string' } },
});
if (values.output === undefined) throw new Error('Name a file: --output=agate.sql');
const file = createWriteStream(values.output, { mode: 0o600, flags: 'wx' });
const read = async <Row>(sql: string) => query<Row>(sql, values.remote);
for await (const statement of dumpDatabase(read)) file.write(`${statement}\n`);
file.end();
await finished(file);
console.log(`${values.output} has the database. It holds personal data and hashes of secrets.`);
