// The link in the database that allows a backup or restore to copy ledgers: the service looks up
// the hash of its token (domain/platform/deployment-links/links.ts).
import { createHash, randomBytes } from 'node:crypto';
import { LIFETIMES } from '../../../src/config/config.ts';
import { LEDGERS_TOKEN } from '../../../src/crypto/token-prefixes.ts';
import { insert, quote } from '../../database.ts';
import type { Query } from '../query.ts';

/**
 * Creates a link for `work`, and deletes it afterwards, whether or not `work` succeeds.
 * @param work receives the link's token
 */
export async function withLedgersLink<T>(
  query: Query,
  nowMs: number,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const token = LEDGERS_TOKEN + randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const row = {
    token_hash: tokenHash,
    kind: 'ledgers',
    created_at_ms: nowMs,
    expires_at_ms: nowMs + LIFETIMES.ledgerCopyMs,
  };
  await query(insert('deployment_links', row));
  try {
    return await work(token);
  } finally {
    // A failure to delete the link is ignored: the link expires, and the service deletes it.
    await query(`DELETE FROM deployment_links WHERE token_hash = ${quote(tokenHash)}`).catch(
      () => undefined,
    );
  }
}
