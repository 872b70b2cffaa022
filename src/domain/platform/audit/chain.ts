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

/**
 * What D1 has of an entry: its row, or once the entry has moved to a ledger, its digest. The digest
 * is empty for an entry that was linked before D-183, because such a link covers only the row.
 */
export type LinkedContent = AuditRow | string;

/** The predecessor of the first link. */
export const CHAIN_START = '0'.repeat(64);

const valuesOf = (row: AuditRow) => [
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

/** @returns SHA-256 of the JSON of the values, hex */
async function hashValues(values: readonly (string | number | null)[]): Promise<string> {
  // Only Web Crypto is used, because `npm run audit:verify` computes the hash outside the Worker.
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(values)));
  return encodeHex(await crypto.subtle.digest('SHA-256', bytes));
}

/** @returns SHA-256 of the entry, hex */
export const digestEntry = (row: AuditRow): Promise<string> => hashValues(valuesOf(row));

/**
 * The hash of an entry's link.
 * @param previous the hash of the previous link, or CHAIN_START
 * @returns SHA-256, hex
 */
export const hashEntry = async (previous: string, row: AuditRow): Promise<string> =>
  hashValues([previous, await digestEntry(row)]);

/**
 * How a link relates to its entry. `digest`: it covers the entry's digest, so it can be checked
 * without the entry. `row`: it was made before D-183 and covers the row itself. `unknown`: it was
 * made before D-183, and the row is in a ledger. `altered`: it does not match.
 */
type LinkForm = 'digest' | 'row' | 'unknown' | 'altered';

/** @param previous the hash of the previous link, or CHAIN_START */
export async function checkLink(
  hash: string,
  previous: string,
  content: LinkedContent,
): Promise<LinkForm> {
  if (content === '') return 'unknown';
  const digest = typeof content === 'string' ? content : await digestEntry(content);
  if (hash === (await hashValues([previous, digest]))) return 'digest';
  if (typeof content === 'string') return 'altered';
  return hash === (await hashValues([previous, ...valuesOf(content)])) ? 'row' : 'altered';
}

type ChainCheck =
  | { ok: true; head: string; unknown: number }
  | { ok: false; entryId: number; fault: 'altered' | 'missing' };

/**
 * Checks a section of the chain.
 * @param previous the hash before the first link
 * @param contents the entries or their digests, by the entries' ids; an entry that a link refers to
 *   but that is not in the map is reported as missing
 * @returns the last hash, and the number of links that cannot be checked without the ledgers
 */
export async function checkChain(
  previous: string,
  links: readonly AuditLink[],
  contents: ReadonlyMap<number, LinkedContent>,
): Promise<ChainCheck> {
  let [head, unknown] = [previous, 0];
  for (const { entry_id: entryId, hash } of links) {
    const content = contents.get(entryId);
    if (content === undefined) return { ok: false, entryId, fault: 'missing' };
    const form = await checkLink(hash, head, content);
    if (form === 'altered') return { ok: false, entryId, fault: 'altered' };
    if (form === 'unknown') unknown += 1;
    head = hash;
  }
  return { ok: true, head, unknown };
}
