// The hash chain over audit entries: each link covers its entry and the previous link, so that
// altering, removing or inserting an entry breaks every later link. Pure.
import { encodeHex } from '../../../crypto/encoding.ts';

/** The columns of an entry, as stored. */
export interface AuditRow {
  id: number;
  at_ms: number;
  staff_id: number | null;
  audience: string;
  tenant_id: string;
  action: string;
  target_type: string;
  target_id: string;
  ip: string | null;
  user_agent: string | null;
  before: string | null;
  after: string | null;
}

export interface AuditLink {
  entry_id: number;
  hash: string;
}

/** The predecessor of the first link. */
export const CHAIN_START = '0'.repeat(64);

/**
 * @param previous the hash of the previous link, or CHAIN_START
 * @returns SHA-256, hex
 */
export async function hashEntry(previous: string, row: AuditRow): Promise<string> {
  const values = [
    row.id,
    row.at_ms,
    row.staff_id,
    row.audience,
    row.tenant_id,
    row.action,
    row.target_type,
    row.target_id,
    row.ip,
    row.user_agent,
    row.before,
    row.after,
  ];
  // Only Web Crypto is used, because `npm run audit:verify` computes the hash outside the Worker.
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify([previous, ...values])));
  return encodeHex(await crypto.subtle.digest('SHA-256', bytes));
}

type ChainCheck =
  | { ok: true; head: string }
  | { ok: false; entryId: number; fault: 'altered' | 'missing' };

/**
 * Checks a section of the chain.
 * @param previous the hash before the first link
 * @param entries the entries by id; an entry that a link refers to but that is not in the map is
 *   reported as missing
 */
export async function checkChain(
  previous: string,
  links: readonly AuditLink[],
  entries: ReadonlyMap<number, AuditRow>,
): Promise<ChainCheck> {
  let head = previous;
  for (const { entry_id: entryId, hash } of links) {
    const entry = entries.get(entryId);
    if (entry === undefined) return { ok: false, entryId, fault: 'missing' };
    head = await hashEntry(head, entry);
    if (head !== hash) return { ok: false, entryId, fault: 'altered' };
  }
  return { ok: true, head };
}
