// Checks the audit entries that have moved to customers' ledgers (D-183): whether the ledgers have
// all of them, and whether each matches its digest or its link.
import {
  checkLink,
  CHAIN_START,
  digestEntry,
  type AuditRow,
} from '../../src/domain/platform/audit/chain.ts';
import { FIRST_VOLUME } from '../../src/domain/platform/ledgers/volume.ts';
import type { MovedEntry } from '../../src/domain/platform/audit/moved-entries.ts';
import { quote } from '../database.ts';
import type { ReadPart } from './backup/write-ledgers.ts';
import { listVolumes, pathOf } from './ledgers/volumes.ts';
import type { Query } from './query.ts';

/** Where the audit entries of a volume begin (objects/ledger/copies.ts). */
const FIRST_ENTRY = 'audit:0';

interface KeptLink {
  entry_id: number;
  digest: string;
  hash: string;
  previous: string;
}

/**
 * @param read reads a part of a volume through the service
 * @returns a report on what was checked
 * @throws Error with the first entry that is altered, or the first customer whose ledger lacks some
 */
export async function verifyMoved(query: Query, read: ReadPart): Promise<string> {
  const customers = await query<{ tenant_id: string; entries: number }>(
    'SELECT tenant_id, entries FROM audit_moved ORDER BY tenant_id',
  );
  const volumes = (await listVolumes(query)).filter(
    ({ test, number }) => test === 0 && number === FIRST_VOLUME,
  );
  const paths = new Map(volumes.map((volume) => [volume.tenant_id, pathOf(volume)]));
  let [checked, gone] = [0, 0];
  for (const { tenant_id: tenantId, entries } of customers) {
    const path = paths.get(tenantId);
    if (path === undefined) gone += entries;
    else checked += await verifyCustomer(query, read, { tenantId, entries, path });
  }
  const lines = [`${checked} entries in ledgers are unchanged.`];
  if (gone > 0) lines.push(`${gone} entries were erased with the ledgers of their customers.`);
  return lines.join('\n');
}

/** @returns the number of the customer's entries */
async function verifyCustomer(
  query: Query,
  read: ReadPart,
  { tenantId, entries, path }: { tenantId: string; entries: number; path: string },
): Promise<number> {
  let found = 0;
  for (let after: string | null = FIRST_ENTRY; after !== null;) {
    const part = await read(path, after);
    const stored = part.lines.flatMap((line) => entriesIn(line, entries));
    await verifyEntries(query, tenantId, stored);
    found += stored.length;
    after = part.next;
  }
  if (found < entries)
    throw new Error(`The ledger of ${tenantId} lacks ${entries - found} audit entries.`);
  return found;
}

/** @param entries the number of entries that have left D1; D1 still has later ones */
function entriesIn(line: string, entries: number): MovedEntry[] {
  const { table, row } = JSON.parse(line) as { table: string; row: MovedEntry };
  return table === 'audit_entries' && row.number <= entries ? [row] : [];
}

async function verifyEntries(
  query: Query,
  tenantId: string,
  stored: readonly MovedEntry[],
): Promise<void> {
  if (stored.length === 0) return;
  const ids = stored.map(({ id }) => id);
  const links = await query<KeptLink>(
    `SELECT moved.entry_id, moved.digest, link.hash, COALESCE((SELECT hash FROM audit_links
       WHERE entry_id < moved.entry_id ORDER BY entry_id DESC LIMIT 1), '${CHAIN_START}') AS previous
     FROM audit_digests AS moved JOIN audit_links AS link ON link.entry_id = moved.entry_id
     WHERE moved.entry_id IN (SELECT value FROM json_each(${quote(JSON.stringify(ids))}))`,
  );
  const byId = new Map(links.map((link) => [link.entry_id, link]));
  for (const { number: _number, hash: _hash, ...columns } of stored) {
    const link = byId.get(columns.id);
    const row: AuditRow = { ...columns, tenant_id: tenantId };
    if (link === undefined || !(await isUnchanged(link, row)))
      throw new Error(`Entry ${row.id} in the ledger of ${tenantId} is altered.`);
  }
}

async function isUnchanged(link: KeptLink, row: AuditRow): Promise<boolean> {
  if (link.digest !== '') return link.digest === (await digestEntry(row));
  return (await checkLink(link.hash, link.previous, row)) !== 'altered';
}
