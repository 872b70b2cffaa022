// The demo tenant: a customer with a name, a colour and a logo, and keys that are random per
// install. The keys belong to one state directory: its database stores their hashes, and the keys
// themselves are stored in a file next to that database.
import { existsSync, readFileSync } from 'node:fs';
import type { D1Database } from '@cloudflare/workers-types';
import { apiKeyRows, hashKey, newId, newTenantKeys, type TenantKeys } from '../credentials.ts';

export interface DemoTenant extends TenantKeys {
  id: string;
  name: string;
}

const NAME = 'Vineyard';
const COLOR = '#8c2f5b';
/** The logo of the tenant and its client. */
export const LOGO = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M34 20C34 11 40 5 50 5c0 10-6 15-16 15Z" fill="#4f8a4c"/><path d="M33 21c-2-6-5-10-10-13" fill="none" stroke="#6b4a2f" stroke-width="3" stroke-linecap="round"/><g fill="${COLOR}"><circle cx="20" cy="28" r="8"/><circle cx="36" cy="28" r="8"/><circle cx="28" cy="41" r="8"/><circle cx="44" cy="41" r="8"/><circle cx="36" cy="54" r="8"/></g></svg>`,
)}`;

/**
 * Finds or creates the demo tenant. Keys from an earlier run are kept if they match the database;
 * otherwise the tenant gets new ones. The tenant accepts ages that are stored in accounts, as the
 * README's example shows.
 * @param shopUrl the origin that may embed the check
 * @param files the files where an earlier run may have saved the tenant's keys, most trusted first
 */
export async function ensureDemoTenant(
  database: D1Database,
  shopUrl: string,
  files: readonly string[],
): Promise<DemoTenant> {
  const tenant = await findOrMake(database, files);
  await database
    .prepare('UPDATE tenants SET embed_origins = ?, agate_id = 1 WHERE id = ?')
    .bind(JSON.stringify([new URL(shopUrl).origin]), tenant.id)
    .run();
  return tenant;
}

async function findOrMake(database: D1Database, files: readonly string[]): Promise<DemoTenant> {
  for (const tenant of files.flatMap(readTenant)) {
    const { sql, parameters } = keyQuery(tenant);
    const row = await database
      .prepare(sql)
      .bind(...parameters)
      .first();
    if (hasAllKeys(row)) return tenant;
  }
  const nowMs = Date.now();
  const id = (await findTenantId(database)) ?? (await createTenant(database, nowMs));
  const keys = newTenantKeys();
  await database.batch(
    apiKeyRows(id, keys, nowMs).map((row) =>
      database
        .prepare(
          'INSERT INTO api_keys (id, tenant_id, kind, mode, hash, last_four, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
        )
        .bind(...Object.values(row)),
    ),
  );
  return { id, name: NAME, ...keys };
}

async function createTenant(database: D1Database, nowMs: number): Promise<string> {
  const id = newId('ten_');
  await database
    .prepare('INSERT INTO tenants (id, name, color, logo, created_at_ms) VALUES (?, ?, ?, ?, ?)')
    .bind(id, NAME, COLOR, LOGO, nowMs)
    .run();
  return id;
}

/**
 * Finds the oldest tenant with the demo's name, because more tenants with that name may be created
 * later.
 */
async function findTenantId(database: D1Database): Promise<string | undefined> {
  const row = await database
    .prepare('SELECT id FROM tenants WHERE name = ? ORDER BY created_at_ms LIMIT 1')
    .bind(NAME)
    .first<{ id: string }>();
  return row?.id;
}

/** Builds a query that counts the keys of the tenant that are valid in the database. */
export function keyQuery(tenant: DemoTenant): { sql: string; parameters: string[] } {
  return {
    sql: `SELECT count(*) AS known FROM api_keys JOIN tenants ON tenants.id = api_keys.tenant_id
      WHERE tenant_id = ? AND tenants.name = ? AND revoked_at_ms IS NULL AND expires_at_ms IS NULL
        AND hash IN (?, ?, ?, ?)`,
    parameters: [tenant.id, tenant.name, ...keysOf(tenant).map(hashKey)],
  };
}

export function hasAllKeys(row: Record<string, unknown> | null | undefined): boolean {
  return row?.['known'] === 4;
}

function keysOf(tenant: TenantKeys): string[] {
  return [
    tenant.secret_key,
    tenant.test_secret_key,
    tenant.publishable_key,
    tenant.test_publishable_key,
  ];
}

/** @returns an empty list for a missing or unrecognised file, which is then rewritten */
function readTenant(file: string): DemoTenant[] {
  if (!existsSync(file)) return [];
  try {
    const { tenant } = JSON.parse(readFileSync(file, 'utf8')) as { tenant?: DemoTenant };
    if (tenant === undefined) return [];
    const values: unknown[] = [tenant.id, tenant.name, ...keysOf(tenant)];
    return values.every((value) => typeof value === 'string') ? [tenant] : [];
  } catch {
    return [];
  }
}
