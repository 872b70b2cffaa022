// `npm run doctor` (`-- --remote`): checks whether the database is consistent. It changes nothing.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { examineDatabase } from './operations/examine.ts';
import { runOnDatabase } from './operations/open-query.ts';

const { values } = parseArgs({ options: { remote: { type: 'boolean', default: false } } });

await runOnDatabase(values.remote, async (query) => {
  const known = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  const faults = await examineDatabase(query, known, Date.now());
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log('Nothing is wrong with the database.');
  process.exitCode = faults.length === 0 ? 0 : 1;
});
