// `npm run secrets:reseal`: re-encrypts with KEY_ENCRYPTION_KEY all values that were encrypted with
// KEY_ENCRYPTION_KEY_PREVIOUS, and prints how many still need the previous key. Both keys come from
// the environment and, for the local database, also from .dev.vars. The command may be interrupted
// and repeated.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readKeyVersions } from '../src/config/config.ts';
import { openDatabase } from '../src/db/client.ts';
import { resealAll } from '../src/domain/operations/sealed-secrets/reseal.ts';
import { describeReseal, faultOf } from '../src/domain/operations/sealed-secrets/reseal-text.ts';
import { openWithWrangler } from './database.ts';
import { readOptions } from './read-options.ts';

const USAGE = `npm run secrets:reseal [-- --check] [--remote]

Encrypts with KEY_ENCRYPTION_KEY what was encrypted with KEY_ENCRYPTION_KEY_PREVIOUS, and prints what still needs that.

  --check   changes nothing
  --remote  the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const values = readOptions(USAGE, {
  remote: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
});
const file = !values.remote && existsSync('.dev.vars') ? readFileSync('.dev.vars', 'utf8') : '';

try {
  const keys = readKeyVersions({ ...parseEnv(file), ...process.env }, 'KEY_ENCRYPTION_KEY');
  const db = openDatabase(openWithWrangler(values.remote));
  const before = await resealAll(db, keys, 0);
  const fault = faultOf(keys, before);
  if (fault !== undefined) throw new Error(fault);
  const after = values.check ? before : await resealAll(db, keys);
  console.log(describeReseal(after));
  if (after.some(({ left, unreadable }) => left + unreadable > 0)) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
