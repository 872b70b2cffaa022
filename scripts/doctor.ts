// `npm run doctor` (`-- --remote`): checks whether the database is consistent. It changes nothing.
import { readdirSync } from 'node:fs';
import { examineDatabase } from './operations/examine.ts';
import { runOnDatabase } from './operations/open-query.ts';
import { readOptions } from './read-options.ts';

const USAGE = `npm run doctor [-- --remote]

Checks whether the database is consistent, and changes nothing.

  --remote  the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const values = readOptions(USAGE, { remote: { type: 'boolean', default: false } });

await runOnDatabase(values.remote, async (query) => {
  const known = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  const faults = await examineDatabase(query, known, Date.now());
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log('Nothing is wrong with the database.');
  process.exitCode = faults.length === 0 ? 0 : 1;
});
