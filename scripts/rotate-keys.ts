// `npm run keys:rotate`: revokes every signing key after a compromise. The service creates new keys
// when it next returns a token or a key set; tokens signed with the old keys stop verifying within
// five minutes. `-- --planned` rotates keys that are not compromised: the next key of every ring is
// published now and starts to sign a day later, and nobody is signed out. KEY_ENCRYPTION_KEY comes
// from the environment and, for the local database, also from .dev.vars. The command may be
// repeated.
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readKeyVersions } from '../src/config/config.ts';
import { openDatabase } from '../src/db/client.ts';
import { planRotation } from '../src/domain/platform/signing-keys/plan-rotation.ts';
import { PURPOSES } from '../src/domain/platform/signing-keys/ring.ts';
import { execute, openWithWrangler, query } from './database.ts';
import { readOptions } from './read-options.ts';

const USAGE = `npm run keys:rotate [-- --planned] [--remote]

Revokes every signing key after a compromise: tokens that they signed stop verifying within five minutes.

  --planned  no compromise: the next keys are published now and sign from tomorrow on, and nobody is signed out
  --remote   the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const values = readOptions(USAGE, {
  remote: { type: 'boolean', default: false },
  planned: { type: 'boolean', default: false },
});

try {
  await (values.planned ? plan(values.remote) : revoke(values.remote));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function revoke(remote: boolean): Promise<void> {
  const sql = `UPDATE signing_keys SET revoked_at_ms = ${Date.now()} WHERE revoked_at_ms IS NULL;`;
  if (!execute(sql, remote)) throw new Error('The database could not be written.');
  console.log('Every signing key is revoked; a new one follows.');
}

async function plan(remote: boolean): Promise<void> {
  const file = !remote && existsSync('.dev.vars') ? readFileSync('.dev.vars', 'utf8') : '';
  const variables = { ...parseEnv(file), ...process.env };
  const keyEncryptionKey = readKeyVersions(variables, 'KEY_ENCRYPTION_KEY');
  const nowMs = readClock(remote);
  const db = openDatabase(openWithWrangler(remote));
  for (const purpose of PURPOSES) {
    const next = await planRotation(
      { config: { keyEncryptionKey }, db, now: () => nowMs },
      purpose,
    );
    if (next === undefined)
      console.log(`${purpose}: no key signs; the service makes one when it needs it.`);
    else {
      const what = next.isNew ? 'is published now' : 'was published before';
      const from = new Date(next.activeFromMs).toISOString();
      console.log(`${purpose}: the key ${next.kid} ${what} and signs from ${from} on.`);
    }
  }
}

/**
 * Reads the database's own clock. If this machine's clock were used and were a day slow, the new
 * key would sign before any verifier had loaded it.
 */
function readClock(remote: boolean): number {
  const sql = "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now_ms";
  const [row] = query<{ now_ms: number }>(sql, remote);
  if (row === undefined) throw new Error('The database could not be read.');
  return row.now_ms;
}
