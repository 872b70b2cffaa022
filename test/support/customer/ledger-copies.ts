// Backs up and restores ledgers as `npm run backup` and `npm run restore` do (D-176), for tests.
import { runInDurableObject } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { expect } from 'vitest';
import { LIFETIMES } from '../../../src/config/config.ts';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import type { CopiedRow } from '../../../src/domain/platform/ledgers/copied-rows.ts';
import { ledgerOf, queryLedger } from './ledgers.ts';

const TOKEN = `xlc_${'a'.repeat(43)}`;

/**
 * Stores a link that allows copying, as the backup and restore commands do
 * (scripts/operations/ledgers/link.ts).
 */
export const allowCopies = async (
  token = TOKEN,
  { kind = 'ledgers', expiresAtMs = Date.now() + LIFETIMES.ledgerCopyMs } = {},
) =>
  env.DB.prepare(
    "INSERT INTO deployment_links (token_hash, kind, tenant_id, created_at_ms, expires_at_ms) VALUES (?, ?, '', 1, ?)",
  )
    .bind(await sha256Hex(token), kind, expiresAtMs)
    .run();

/** Enters a live volume in the directory. */
export const listVolume = (tenantId: string, number = 1) =>
  env.DB.prepare(
    'INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms, kept_days) VALUES (?, 0, ?, 1, 7)',
  )
    .bind(tenantId, number)
    .run();

export const callLedgers = (
  path: string,
  init: RequestInit = {},
  token = TOKEN,
): Promise<Response> =>
  exports.default.fetch(
    new Request(`http://localhost:8787/readyz/ledgers/${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}` },
    }),
  );

export const postRows = (path: string, body: string, token = TOKEN) =>
  callLedgers(path, { method: 'POST', body }, token);

/** Reads a customer's first live volume as a backup does. */
export async function readVolume(
  tenantId: string,
): Promise<{ pages: CopiedRow[][]; rows: CopiedRow[] }> {
  const pages: CopiedRow[][] = [];
  for (let next: string | null | undefined; next !== null;) {
    const query: string = next === undefined ? '' : `?after=${next}`;
    const response = await callLedgers(`${tenantId}/live/1${query}`);
    expect(response.status).toBe(200);
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as CopiedRow & { next: string | null });
    next = lines.at(-1)!.next;
    pages.push(lines.slice(0, -1));
  }
  return { pages, rows: pages.flat() };
}

export const linesOf = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/**
 * Restores rows into a customer's first live volume.
 * @returns how many rows were added, and how many were not
 */
export async function restoreVolume(tenantId: string, rows: readonly object[]): Promise<unknown> {
  const response = await postRows(`${tenantId}/live/1`, linesOf(rows));
  expect(response.status).toBe(200);
  return response.json();
}

/** The key-value entries of a customer's first live volume. */
export const keysOf = (tenantId: string) =>
  runInDurableObject(ledgerOf({ tenantId }), (_object, { storage }) => [...storage.kv.list()]);

const TABLES = [
  'events',
  'deliveries',
  'attempts',
  'held_endpoints',
  'requests',
  'delivery_days',
  'sessions',
  'session_days',
  'erased_days',
  'outcome_parts',
  'audit_entries',
  'audit_days',
];

/** The rows of all tables of a customer's first live volume. */
export const tablesOf = (tenantId: string) =>
  Promise.all(TABLES.map((table) => queryLedger({ tenantId }, `SELECT * FROM ${table}`)));
