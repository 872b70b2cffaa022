// Verifies the whole audit log: every entry against its link, every link against the previous one,
// and the chain against signed heads. Reads through an interface, so that npm run audit:verify can
// run it outside the Worker.
import type { JWK } from 'jose';
import {
  CHAIN_START,
  checkChain,
  type AuditLink,
  type AuditRow,
  type LinkedContent,
} from './chain.ts';
import { checkHeads, readHead } from './check-heads.ts';

const PER_READ = 2_000;

/** The digest of an entry that has moved to a ledger, as `audit_digests` has it. */
export interface StoredDigest {
  entry_id: number;
  digest: string;
}

/** The source of the audit log's rows, in order of increasing id. */
interface AuditSource {
  links: (afterId: number, limit: number) => Promise<AuditLink[]>;
  entries: (afterId: number, untilId: number) => Promise<AuditRow[]>;
  digests: (afterId: number, untilId: number) => Promise<StoredDigest[]>;
}

/**
 * @returns for each entry, its row or its digest. If both exist, the row is used, because nobody
 *   else has checked it
 */
export const contentsOf = (
  entries: readonly AuditRow[],
  digests: readonly StoredDigest[],
): Map<number, LinkedContent> =>
  new Map<number, LinkedContent>([
    ...digests.map(({ entry_id: id, digest }) => [id, digest] as const),
    ...entries.map((entry) => [entry.id, entry] as const),
  ]);

/** Signed heads, with the public keys from the same source. */
export interface HeadSet {
  /** The origin of the heads, for the report. */
  name: string;
  /** Compact JWS. */
  heads: readonly string[];
  keys: readonly JWK[];
}

/**
 * @param keptHead the head from the report of an earlier run, `<id>:<hash>`
 * @returns a report on what was checked, with the head
 * @throws Error with the first fault of the chain, or every fault of one set of heads
 */
export async function verifyChain(
  source: AuditSource,
  headSets: readonly HeadSet[],
  keptHead?: string,
): Promise<string> {
  const wanted = positionsOf(headSets, keptHead);
  const seen = new Map<number, string>();
  let [lastId, head, count] = [0, CHAIN_START, 0];
  let [moved, unknown] = [0, 0];
  for (;;) {
    const links = await source.links(lastId, PER_READ);
    const newestId = links.at(-1)?.entry_id;
    if (newestId === undefined) break;
    const entries = await source.entries(lastId, newestId);
    const digests = await source.digests(lastId, newestId);
    const linked = new Set(links.map((link) => link.entry_id));
    const unlinked = entries.find(({ id }) => !linked.has(id));
    if (unlinked !== undefined) throw new Error(`Entry ${unlinked.id} was inserted later.`);
    const check = await checkChain(head, links, contentsOf(entries, digests));
    if (!check.ok) throw new Error(`Entry ${check.entryId} is ${check.fault}.`);
    for (const link of links) if (wanted.has(link.entry_id)) seen.set(link.entry_id, link.hash);
    [lastId, head, count] = [newestId, check.head, count + links.length];
    [moved, unknown] = [moved + digests.length, unknown + check.unknown];
  }
  const [keptId, keptHash] = splitHead(keptHead);
  if (keptHash !== undefined && seen.get(keptId) !== keptHash)
    throw new Error(
      'The saved head is not in the chain: the end of the chain was cut off or rewritten.',
    );
  const lines = [`${count - unknown} entries are unchanged. Head: ${lastId}:${head}`];
  if (moved > 0)
    lines.push(
      `Of these, ${moved - unknown} are in customers’ ledgers and were checked by digest.`,
    );
  if (unknown > 0)
    lines.push(`${unknown} entries in ledgers were linked by an earlier version: use --ledgers.`);
  for (const { name, heads, keys } of headSets) {
    const faults = await checkHeads(heads, keys, (position) => seen.get(position));
    if (faults.length > 0) throw new Error([`${name}:`, ...faults].join('\n'));
    lines.push(`${heads.length} signed heads match the chain (${name}).`);
  }
  return lines.join('\n');
}

function positionsOf(headSets: readonly HeadSet[], keptHead: string | undefined): Set<number> {
  const heads = headSets.flatMap((set) => set.heads.map((jws) => readHead(jws)?.position ?? 0));
  return new Set([...heads, splitHead(keptHead)[0]]);
}

function splitHead(kept: string | undefined): [number, string | undefined] {
  const [, id, hash] = /^(\d+):([0-9a-f]{64})$/.exec(kept ?? '') ?? [];
  return [Number(id ?? 0), hash];
}

/**
 * @param text a saved response of `/.well-known/audit-heads.json`
 * @throws Error when the text is anything else
 */
export function readSavedHeads(text: string): HeadSet {
  const { heads, keys } = JSON.parse(text) as { heads?: { signature: string }[]; keys?: JWK[] };
  if (!Array.isArray(heads) || !Array.isArray(keys))
    throw new Error('This is not a copy of /.well-known/audit-heads.json.');
  return { name: 'the saved copy', heads: heads.map(({ signature }) => signature), keys };
}
