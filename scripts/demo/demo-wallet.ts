// The authority of the demo wallet's documents (examples/wallet): made once for each state directory, whose database lists it. Nothing
// else does: where the service is deployed, only operators list whom proofs may lead to.
import { randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { D1Database } from '@cloudflare/workers-types';
import type { Authority } from '../../examples/wallet/src/authority.ts';
import { DOCUMENTS } from '../../examples/wallet/src/documents.ts';

const DAY_MS = 86_400_000;

/** @param stateDirectory as for wrangler's --persist-to */
export const authorityFile = (stateDirectory: string): string =>
  join(stateDirectory, 'demo', 'wallet-authority.json');

/** @returns that of an earlier start while it lasts, else a new one, which is written down for its owner alone */
export async function ensureAuthority(file: string): Promise<Authority> {
  const known = readAuthority(file);
  if (known !== undefined && known.ends_at_ms > Date.now() + DAY_MS) return known;
  // Loaded here: what writes certificates takes a while to load, and is needed once.
  const { makeAuthority } = await import('../../examples/wallet/src/authority.ts');
  const made = await makeAuthority(Date.now());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
}

/** Whether the database had it once: who has removed it means it. */
export function anchorQuery({ certificate }: Authority): { sql: string; parameters: string[] } {
  return {
    sql: 'SELECT count(*) AS known FROM wallet_anchors WHERE sha256 = ?',
    parameters: [hashOf(new X509Certificate(certificate))],
  };
}

export function knowsAnchor(row: Record<string, unknown> | null | undefined): boolean {
  return Number(row?.['known']) > 0;
}

/** Lists it for the documents that the demo wallet has. */
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

/** @returns undefined for a missing or foreign file, which is then rewritten */
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
