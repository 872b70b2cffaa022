// More entries of customers' audit logs than one run can move to ledgers (D-183), with links that
// match them and a signed head that covers them.
import type { DatabaseSync } from 'node:sqlite';
import { CHAIN_START, hashEntry, type AuditRow } from '../../src/domain/platform/audit/chain.ts';

const ENTRIES = 3_200;
const CUSTOMERS = 10;

/** Adds the entries after those of seed.ts, of which the last ones are not linked. */
export async function fillAuditBacklog(database: DatabaseSync): Promise<void> {
  const insert = database.prepare(
    `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id)
     VALUES (?, 1, 'dashboard', ?, 'session.read', 'session', ?) RETURNING *`,
  );
  const link = database.prepare('INSERT INTO audit_links (entry_id, hash) VALUES (?, ?)');
  let previous = lastHash(database);
  for (let n = 0; n < ENTRIES; n += 1) {
    const row = insert.get(n, `ten_${n % CUSTOMERS}`, `session_${n}`) as unknown as AuditRow;
    previous = await hashEntry(previous, row);
    link.run(row.id, previous);
  }
  database.exec(
    "INSERT INTO audit_heads (entry_id, signed_at_ms, jws) SELECT max(entry_id), 4e12, '' FROM audit_links",
  );
}

function lastHash(database: DatabaseSync): string {
  const last = database
    .prepare('SELECT hash FROM audit_links ORDER BY entry_id DESC LIMIT 1')
    .get();
  return String(last?.['hash'] ?? CHAIN_START);
}
