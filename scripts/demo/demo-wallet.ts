// The certificate authority that issues the demo wallet's documents (examples/wallet). It is
// created once for each state directory, and only the database in that directory lists it as
// trusted: in a deployed service, only operators decide which issuers are trusted.
import { randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import type { Authority } from '../../examples/wallet/src/authority.ts';
import { DOCUMENTS } from '../../examples/wallet/src/documents.ts';

const DAY_MS = 86_400_000;

/** @param stateDirectory the same as wrangler's --persist-to */
export const authorityFile = (stateDirectory: string): string =>
  join(stateDirectory, 'demo', 'wallet-authority.json');

/**
 * @returns the authority of an earlier run if it is valid for at least another day, otherwise a
 *   new one; the file that holds it can only be read by its owner
 */
export async function ensureAuthority(file: string): Promise<Authority> {
  const known = readAuthority(file);
  if (known !== undefined && known.ends_at_ms > Date.now() + DAY_MS) return known;
  // Imported only when an authority must be created, because the certificate library takes a while
  // to load.
  const { makeAuthority } = await import('../../examples/wallet/src/authority.ts');
  const made = await makeAuthority(Date.now());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
}

/**
 * Builds a query that counts the authority's rows in the trust list, including those marked as
 * removed: an authority that an operator removed is not added again.
 */
export function anchorQuery({ certificate }: Authority): { sql: string; parameters: string[] } {
  return {
    sql: 'SELECT count(*) AS known FROM wallet_anchors WHERE sha256 = ?',
    parameters: [hashOf(new X509Certificate(certificate))],
  };
}

export function knowsAnchor(row: Record<string, unknown> | null | undefined): boolean {
  return Number(row?.['known']) > 0;
}

/**
 * Adds the authority to the trusted issuers, unless the database already lists its certificate,
 * even if it is marked as removed.
 */
export async function ensureAnchor(database: D1Database, authority: Authority): Promise<void> {
  const { sql, parameters } = anchorQuery(authority);
  const row = await database
    .prepare(sql)
    .bind(...parameters)
    .first();
  if (knowsAnchor(row)) return;
  const certificate = new X509Certificate(authority.certificate);
  await database
    .prepare(
      `INSERT INTO wallet_anchors (id, name, certificate, sha256, subject, doc_types, not_after_ms, added_at_ms)
        VALUES (?, 'Demo wallet', ?, ?, ?, ?, ?, ?)`,
    )
    .bind(
      `wan_${randomBytes(12).toString('base64url')}`,
      certificate.raw.toString('base64'),
      hashOf(certificate),
      certificate.subject.split('\n').join(', '),
      JSON.stringify(Object.keys(DOCUMENTS)),
      authority.ends_at_ms,
      Date.now(),
    )
    .run();
}

const hashOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase();

/** @returns undefined for a missing or unrecognised file, which is then rewritten */
function readAuthority(file: string): Authority | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Authority>;
    const { certificate, key, ends_at_ms } = read;
    const isWhole =
      typeof certificate === 'string' && typeof key === 'string' && typeof ends_at_ms === 'number';
    return isWhole ? { certificate, key, ends_at_ms } : undefined;
  } catch {
    return undefined;
  }
}
