// `npm run keys:rotate`: after a compromise, revokes every signing key. The service creates a new one with the next
// token or key set it returns; tokens signed by old keys stop verifying within five minutes.
import { parseArgs } from 'node:util';
import { execute } from './database.ts';

const { values } = parseArgs({ options: { remote: { type: 'boolean', default: false } } });
const sql = `UPDATE signing_keys SET revoked_at_ms = ${Date.now()} WHERE revoked_at_ms IS NULL;`;
if (execute(sql, values.remote)) console.log('Every signing key is revoked; a new one follows.');
else process.exitCode = 1;
