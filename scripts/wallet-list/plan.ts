// Plans the database changes that an import makes, and returns them as SQL. Pure.
import { randomBytes } from 'node:crypto';
import { insert, quote } from '../database.ts';
import type { TrustList } from './trust-list.ts';
import { ListError } from './xml.ts';

/**
 * How long anchors stay valid after the date by which their list should have been updated: a week
 * (D-150).
 */
const GRACE_MS = 7 * 86_400_000;
/** The maximum number of anchors, the same as when operators add them one by one (store.ts). */
const MAX_ANCHORS = 500;
const DOC_TYPES = JSON.stringify(['eu.europa.ec.av.1']);

/** A row of `wallet_trust_lists`. */
export interface ImportedList {
  signer_sha256: string | null;
  sequence_number: number;
  file_sha256: string;
}

/** A row of `wallet_anchors` that has not been removed. */
export interface ListedAnchor {
  id: string;
  sha256: string;
  name: string;
  list_name: string | null;
}

/** A certificate that can be an anchor. */
export interface NewAnchor {
  name: string;
  certificate: string;
  sha256: string;
  subject: string;
  notAfterMs: number;
}

export interface Import {
  list: TrustList;
  found: readonly NewAnchor[];
  fileSha256: string;
  /**
   * The hash of the signer's certificate; absent when the operator confirmed the file itself
   * instead of its signer.
   */
  signerSha256?: string;
  isNewSigner: boolean;
  nowMs: number;
  before?: ImportedList;
  listed: readonly ListedAnchor[];
  /**
   * SHA-256 hashes of this list's certificates that an operator has removed: an import does not add
   * them again.
   */
  distrusted: readonly string[];
}

interface Plan {
  added: NewAnchor[];
  removed: ListedAnchor[];
  /** The number of the list's existing anchors that the import leaves in place. */
  kept: number;
  sql: string;
}

/**
 * @throws ListError when the list is older than the one imported last, has its sequence number but
 *   different content, or is signed by a different signer and `isNewSigner` is not set; also when
 *   the import would exceed the maximum number of anchors
 */
export function planImport(asked: Import): Plan {
  const { list, found, nowMs, listed, distrusted } = asked;
  refuseBackwards(asked);
  const added = found.filter(
    ({ sha256 }) => !distrusted.includes(sha256) && listed.every((one) => one.sha256 !== sha256),
  );
  const own = listed.filter((one) => one.list_name === list.name);
  const removed = own.filter((one) => found.every(({ sha256 }) => sha256 !== one.sha256));
  if (listed.length - removed.length + added.length > MAX_ANCHORS)
    throw new ListError(`There would be more than ${MAX_ANCHORS} anchors.`);
  const untilMs = list.nextUpdateMs + GRACE_MS;
  const rows = added.map((one) => ({
    id: `wan_${randomBytes(12).toString('base64url')}`,
    name: one.name,
    certificate: one.certificate,
    sha256: one.sha256,
    subject: one.subject,
    doc_types: DOC_TYPES,
    not_after_ms: one.notAfterMs,
    added_at_ms: nowMs,
    list_name: list.name,
    list_until_ms: untilMs,
  }));
  const ofList = `list_name = ${quote(list.name)} AND removed_at_ms IS NULL`;
  const gone = removed.map(({ id }) => quote(id)).join(', ');
  const sql = [
    // A `list_until_ms` of 0 means that the anchor was removed because the list no longer contains
    // it, and not by an operator (distrustedSql).
    `UPDATE wallet_anchors SET removed_at_ms = ${nowMs}, list_until_ms = 0 WHERE ${ofList} AND id IN (${gone});`,
    `UPDATE wallet_anchors SET list_until_ms = ${untilMs} WHERE ${ofList};`,
    ...rows.map((row) => insert('wallet_anchors', row)),
    `DELETE FROM wallet_trust_lists WHERE name = ${quote(list.name)};`,
    insert('wallet_trust_lists', {
      name: list.name,
      signer_sha256: asked.signerSha256 ?? null,
      sequence_number: list.sequenceNumber,
      issued_at_ms: list.issuedAtMs,
      next_update_ms: list.nextUpdateMs,
      imported_at_ms: nowMs,
      file_sha256: asked.fileSha256,
    }),
    insert('audit_entries', auditOf(asked, added, removed)),
  ].join('\n');
  return { added, removed, kept: own.length - removed.length, sql };
}

export const distrustedSql = (listName: string): string =>
  `SELECT DISTINCT sha256 FROM wallet_anchors WHERE list_name = ${quote(listName)} AND removed_at_ms IS NOT NULL AND list_until_ms <> 0`;

function refuseBackwards({ list, before, fileSha256, signerSha256, isNewSigner }: Import): void {
  if (before === undefined) return;
  if (before.signer_sha256 !== null && before.signer_sha256 !== signerSha256 && !isNewSigner)
    throw new ListError(
      `The list before was signed by ${before.signer_sha256}. Where that has changed, say --new-signer.`,
    );
  const isOlder = list.sequenceNumber < before.sequence_number;
  const isOther =
    list.sequenceNumber === before.sequence_number && fileSha256 !== before.file_sha256;
  if (isOlder || isOther)
    throw new ListError(
      `Number ${before.sequence_number} was imported before, and this is ${isOlder ? 'older' : 'another one of that number'}.`,
    );
}

const auditOf = (
  { list, nowMs, signerSha256, fileSha256 }: Import,
  added: readonly NewAnchor[],
  removed: readonly ListedAnchor[],
) => ({
  at_ms: nowMs,
  audience: 'system',
  tenant_id: '',
  action: 'wallet_list.import',
  target_type: 'wallet_list',
  target_id: list.name,
  after: JSON.stringify({
    sequence_number: list.sequenceNumber,
    signer_sha256: signerSha256 ?? null,
    file_sha256: fileSha256,
    added: added.map(({ sha256 }) => sha256).join(' '),
    removed: removed.map(({ sha256 }) => sha256).join(' '),
  }),
});
