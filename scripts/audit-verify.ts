// `npm run audit:verify`: reads the whole audit log, recomputes its hash chain, and compares it
// with the signed heads: those in the database and, with `--heads`, those in a saved copy of
// /.well-known/audit-heads.json. To detect truncation later, store the printed head elsewhere and
// pass it to a later run with `--head`.
import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';
import type { AuditLink, AuditRow } from '../src/domain/platform/audit/chain.ts';
import {
  readSavedHeads,
  verifyChain,
  type HeadSet,
} from '../src/domain/platform/audit/verify-chain.ts';
import { query } from './database.ts';
import { readOptions } from './read-options.ts';

const USAGE = `npm run audit:verify [-- --head=ID:HASH] [--heads=FILE] [--remote]

Recomputes the hash chain of the audit log, and compares it with the signed heads.

  --head    what an earlier run printed: detects that later entries were removed
  --heads   a saved copy of /.well-known/audit-heads.json
  --remote  the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const values = readOptions(USAGE, {
  remote: { type: 'boolean', default: false },
  head: { type: 'string' },
  heads: { type: 'string' },
});
const read = <T>(sql: string): T[] => query<T>(sql, values.remote);

const source = {
  links: async (afterId: number, limit: number) =>
    read<AuditLink>(
      `SELECT entry_id, hash FROM audit_links WHERE entry_id > ${afterId} ORDER BY entry_id LIMIT ${limit};`,
    ),
  entries: async (afterId: number, untilId: number) =>
    read<AuditRow>(
      `SELECT * FROM audit_entries WHERE id > ${afterId} AND id <= ${untilId} ORDER BY id;`,
    ),
};

/**
 * Reads the signed heads and their keys from the database. An attacker with write access to the
 * database could replace the keys as well; only a saved copy of the heads would reveal that.
 */
function storedHeads(): HeadSet {
  const heads = read<{ jws: string }>('SELECT jws FROM audit_heads ORDER BY entry_id;');
  const keys = read<{ public_jwk: string }>(
    "SELECT public_jwk FROM signing_keys WHERE purpose = 'audit';",
  );
  return {
    name: 'the database',
    heads: heads.map(({ jws }) => jws),
    keys: keys.map(({ public_jwk }) => JSON.parse(public_jwk) as JWK),
  };
}

try {
  if (values.head !== undefined && !/^\d+:[0-9a-f]{64}$/.test(values.head))
    throw new Error('--head reads <id>:<hash>, as an earlier run printed it.');
  const saved =
    values.heads === undefined ? [] : [readSavedHeads(readFileSync(values.heads, 'utf8'))];
  console.log(await verifyChain(source, [storedHeads(), ...saved], values.head));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
