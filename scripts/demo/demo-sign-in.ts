// Demo data for "Sign in with Agate": the tenant's client and an account with a verified age.
// Secrets are random per install; the database stores only their hashes.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { D1Database } from '@cloudflare/workers-types';
import { hashKey, hashPassword } from '../credentials.ts';
import { LOGO, type DemoTenant } from './demo-tenant.ts';

export interface DemoSignIn {
  oauth_client: { client_id: string; client_secret: string; redirect_uris: string[] };
  account: { email: string; password: string };
}

interface Query {
  sql: string;
  parameters: (string | number)[];
}

const EMAIL = 'demo@agate.example';
const SCOPES = ['openid', 'profile', 'email', 'age_verification', 'connections', 'offline_access'];
const YEAR_MS = 365 * 24 * 60 * 60_000;

/** Redirect URIs for your own scripts (docs/sign-in.md) and for the shop. */
const redirectUrisFor = (shopUrl: string): string[] => [
  'http://localhost:9876/callback',
  `${shopUrl}/sign-in/return`,
];

/**
 * Finds or creates the demo's client and account. Secrets from an earlier run are kept if they
 * match the database.
 * @param files the files where an earlier run may have written them, most trusted first
 */
export async function ensureDemoSignIn(
  database: D1Database,
  tenant: DemoTenant,
  shopUrl: string,
  files: readonly string[],
): Promise<DemoSignIn> {
  for (const known of files.flatMap(readSignIn)) {
    const { sql, parameters } = signInQuery(known, shopUrl);
    const row = await database
      .prepare(sql)
      .bind(...parameters)
      .first();
    if (knowsSignIn(row)) return known;
  }
  const made: DemoSignIn = {
    oauth_client: {
      client_id: `xoc_${randomBytes(16).toString('base64url')}`,
      client_secret: `xocs_${randomBytes(32).toString('base64url')}`,
      redirect_uris: redirectUrisFor(shopUrl),
    },
    account: { email: EMAIL, password: `demo-${randomBytes(9).toString('base64url')}` },
  };
  const rows = [clientRow(made, tenant, shopUrl), accountRow(made), ageRow()];
  await database.batch(
    rows.map(({ sql, parameters }) => database.prepare(sql).bind(...parameters)),
  );
  return made;
}

/**
 * Builds a query that counts how many of the two expected rows exist: the client with its secret
 * and URIs, and the account with its age.
 */
export function signInQuery({ oauth_client: client }: DemoSignIn, shopUrl: string): Query {
  return {
    sql: `SELECT (SELECT count(*) FROM oauth_clients WHERE id = ? AND secret_hash = ? AND redirect_uris = ?
        AND deleted_at_ms IS NULL)
      + (SELECT count(*) FROM accounts JOIN verified_ages ON account_id = accounts.id
        WHERE email_normalized = ? AND status = 'active' AND expires_at_ms > ?
          AND policy_version IS NOT NULL AND revoked_at_ms IS NULL) AS known`,
    parameters: [
      client.client_id,
      hashKey(client.client_secret),
      JSON.stringify(redirectUrisFor(shopUrl)),
      EMAIL,
      Date.now(),
    ],
  };
}

export function knowsSignIn(row: Record<string, unknown> | null | undefined): boolean {
  return row?.['known'] === 2;
}

function clientRow(
  { oauth_client: client }: DemoSignIn,
  tenant: DemoTenant,
  shopUrl: string,
): Query {
  return {
    sql: `INSERT INTO oauth_clients (id, tenant_id, name, logo, redirect_uris, scopes,
        post_logout_redirect_uris, secret_hash, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    parameters: [
      client.client_id,
      tenant.id,
      tenant.name,
      LOGO,
      JSON.stringify(client.redirect_uris),
      JSON.stringify(SCOPES),
      JSON.stringify(['http://localhost:9876/', `${shopUrl}/`]),
      hashKey(client.client_secret),
      Date.now(),
    ],
  };
}

/**
 * Inserts the account, or gives an existing account a new password, for example when only the file
 * with the old password has been lost.
 */
function accountRow({ account }: DemoSignIn): Query {
  const nowMs = Date.now();
  const hash = hashPassword(account.password);
  return {
    sql: `INSERT INTO accounts (subject, email, email_normalized, email_verified_at_ms, display_name,
        password_hash, password_changed_at_ms, created_at_ms) VALUES (?, ?, ?, ?, 'Demo', ?, ?, ?)
      ON CONFLICT (email_normalized) DO UPDATE SET password_hash = excluded.password_hash,
        password_changed_at_ms = excluded.password_changed_at_ms, status = 'active',
        failed_logins = 0, locked_until_ms = NULL, delete_at_ms = NULL`,
    parameters: [
      `xid_${randomBytes(16).toString('base64url')}`,
      EMAIL,
      EMAIL,
      nowMs,
      hash,
      nowMs,
      nowMs,
    ],
  };
}

function ageRow(): Query {
  const nowMs = Date.now();
  return {
    // Writes the same row that a check by the service would have written. The row refers to a
    // session that never existed.
    sql: `INSERT OR REPLACE INTO verified_ages (account_id, bracket, level, verified_at_ms, expires_at_ms, method,
        measured, margin_years, difficulty, liveness_level, tenant_id, session_id, policy_version)
      SELECT id, 18, 'ml', ?, ?, 'face', 'edge', 7, 'medium', 'standard', 'ten_first_party', ?, 'demo'
      FROM accounts WHERE email_normalized = ?`,
    parameters: [nowMs, nowMs + YEAR_MS, '0'.repeat(64), EMAIL],
  };
}

/** @returns an empty list for a missing or unrecognised file, which is then rewritten */
function readSignIn(file: string): DemoSignIn[] {
  if (!existsSync(file)) return [];
  try {
    const { oauth_client, account } = JSON.parse(readFileSync(file, 'utf8')) as Partial<DemoSignIn>;
    if (oauth_client === undefined || account === undefined) return [];
    const values: unknown[] = [
      oauth_client.client_id,
      oauth_client.client_secret,
      ...oauth_client.redirect_uris,
      account.email,
      account.password,
    ];
    return values.every((value) => typeof value === 'string') ? [{ oauth_client, account }] : [];
  } catch {
    return [];
  }
}
