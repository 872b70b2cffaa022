// `npm run doctor` (`-- --remote`): checks whether the database is consistent. It changes nothing.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { query } from './database.ts';
import { examineDatabase } from './operations/examine.ts';

const { values } = parseArgs({ options: { remote: { type: 'boolean', default: false } } });

try {
  const known = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  const faults = await examineDatabase(
    async <Row>(sql: string) => query<Row>(sql, values.remote),
    known,
    Date.now(),
  );
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log('Nothing is wrong with the database.');
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
