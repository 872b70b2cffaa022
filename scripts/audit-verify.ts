// `npm run audit:verify`: reads the whole audit log, recomputes its hash chain, and compares it
// with the signed heads: those in the database and, with `--heads`, those in a saved copy of
// /.well-known/audit-heads.json. To detect truncation later, store the printed head elsewhere and
// pass it to a later run with `--head`. `--ledgers` also checks the entries that have moved to
// customers' ledgers, which it reads through the running service.
import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';
import type { AuditLink, AuditRow } from '../src/domain/platform/audit/chain.ts';
import {
  readSavedHeads,
  verifyChain,
  type HeadSet,
  type StoredDigest,
} from '../src/domain/platform/audit/verify-chain.ts';
import { serviceAddress } from './operations/ledgers/address.ts';
import { openLedgerService } from './operations/ledgers/ledger-calls.ts';
import { withLedgersLink } from './operations/ledgers/link.ts';
import { runOnDatabase } from './operations/open-query.ts';
import type { Query } from './operations/query.ts';
import { verifyMoved } from './operations/verify-moved.ts';
import { readOptions } from './read-options.ts';

const USAGE = `npm run audit:verify [-- --head=ID:HASH] [--heads=FILE] [--ledgers] [--service=https://verify.example.com] [--remote]

Recomputes the hash chain of the audit log, and compares it with the signed heads.

  --head     what an earlier run printed: detects that later entries were removed
  --heads    a saved copy of /.well-known/audit-heads.json
  --ledgers  also checks the entries in customers' ledgers, through the running service
  --service  the running service; without it that of the deployment, or of npm start
  --remote   the deployed database; without it the local one (STATE_DIR, as for npm start)`;

const values = readOptions(USAGE, {
  remote: { type: 'boolean', default: false },
  head: { type: 'string' },
  heads: { type: 'string' },
  ledgers: { type: 'boolean', default: false },
  service: { type: 'string' },
});

await runOnDatabase(values.remote, async (query) => {
  if (values.head !== undefined && !/^\d+:[0-9a-f]{64}$/.test(values.head))
    throw new Error('--head reads <id>:<hash>, as an earlier run printed it.');
  const saved =
    values.heads === undefined ? [] : [readSavedHeads(readFileSync(values.heads, 'utf8'))];
  const heads = [await storedHeads(query), ...saved];
  console.log(await verifyChain(sourceIn(query), heads, values.head));
  if (values.ledgers) console.log(await verifyLedgers(query));
});

function sourceIn(query: Query) {
  return {
    links: (afterId: number, limit: number) =>
      query<AuditLink>(
        `SELECT entry_id, hash FROM audit_links WHERE entry_id > ${afterId} ORDER BY entry_id LIMIT ${limit}`,
      ),
    entries: (afterId: number, untilId: number) =>
      query<AuditRow>(
        `SELECT * FROM audit_entries WHERE id > ${afterId} AND id <= ${untilId} ORDER BY id`,
      ),
    digests: (afterId: number, untilId: number) =>
      query<StoredDigest>(
        `SELECT * FROM audit_digests WHERE entry_id > ${afterId} AND entry_id <= ${untilId}`,
      ),
  };
}

/**
 * Reads the signed heads and their keys from the database. An attacker with write access to the
 * database could replace the keys as well; only a saved copy of the heads would reveal that.
 */
async function storedHeads(query: Query): Promise<HeadSet> {
  const heads = await query<{ jws: string }>('SELECT jws FROM audit_heads ORDER BY entry_id');
  const keys = await query<{ public_jwk: string }>(
    "SELECT public_jwk FROM signing_keys WHERE purpose = 'audit'",
  );
  return {
    name: 'the database',
    heads: heads.map(({ jws }) => jws),
    keys: keys.map(({ public_jwk }) => JSON.parse(public_jwk) as JWK),
  };
}

/** @throws Error when no service responds, and with the first fault in a ledger */
async function verifyLedgers(query: Query): Promise<string> {
  const address = serviceAddress(values.service, values.remote, process.env);
  const service = openLedgerService(address);
  if (!(await service.answers()))
    throw new Error(`No service answers at ${address}: name another with --service=https://...`);
  return withLedgersLink(query, Date.now(), (token) =>
    verifyMoved(query, (volume, after) => service.read(token, volume, after)),
  );
}
