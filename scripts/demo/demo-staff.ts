// Demo staff: the operator, and the owner of the demo tenant. Their passwords are random per install; the database has
// hashes.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { D1Database } from '@cloudflare/workers-types';
import { hashPassword } from '../credentials.ts';

interface DemoSignInDetails {
  email: string;
  password: string;
}

/** By audience. */
export interface DemoStaff {
  admin: DemoSignInDetails;
  dashboard: DemoSignInDetails;
}

type Audience = keyof DemoStaff;

const STAFF = {
  admin: { email: 'admin@agate.example', name: 'Demo operator', role: 'superadmin' },
  dashboard: { email: 'owner@agate.example', name: 'Demo owner', role: 'owner' },
} as const satisfies Record<Audience, object>;

/**
 * Finds or creates both. Passwords from an earlier start are kept while the database knows them.
 * @param tenantId the tenant of the owner
 * @param files where an earlier start may have written them, most trusted first
 */
export async function ensureDemoStaff(
  database: D1Database,
  tenantId: string,
  files: readonly string[],
): Promise<DemoStaff> {
  return {
    admin: await ensureMember(database, 'admin', tenantId, files),
    dashboard: await ensureMember(database, 'dashboard', tenantId, files),
  };
}

async function ensureMember(
  database: D1Database,
  audience: Audience,
  tenantId: string,
  files: readonly string[],
): Promise<DemoSignInDetails> {
  for (const known of files.flatMap((file) => readMember(file, audience))) {
    const { sql, parameters } = memberQuery(audience, known, tenantId);
    const row = await database
      .prepare(sql)
      .bind(...parameters)
      .first();
    if (knowsMember(row)) return known;
  }
  const { email, name, role } = STAFF[audience];
  const password = `${audience}-${randomBytes(9).toString('base64url')}`;
  const tenant = audience === 'dashboard' ? tenantId : null;
  await database
    .prepare(
      `INSERT INTO staff (audience, tenant_id, email, email_normalized, name, role, password_hash,
          email_verified_at_ms, password_changed_at_ms, created_at_ms)
        VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?7, ?7)
        ON CONFLICT (audience, email_normalized) DO UPDATE SET password_hash = excluded.password_hash,
          password_changed_at_ms = excluded.password_changed_at_ms, role = excluded.role,
          tenant_id = excluded.tenant_id, email_verified_at_ms = excluded.email_verified_at_ms,
          deactivated_at_ms = NULL, totp_secret = NULL, totp_enabled_at_ms = NULL`,
    )
    .bind(audience, tenant, email, name, role, hashPassword(password), Date.now())
    .run();
  return { email, password };
}

export function memberQuery(
  audience: Audience,
  { email }: DemoSignInDetails,
  tenantId: string,
): { sql: string; parameters: string[] } {
  return {
    sql: `SELECT count(*) AS known FROM staff
      WHERE audience = ? AND email_normalized = ? AND deactivated_at_ms IS NULL
        AND coalesce(tenant_id, '') = ?`,
    parameters: [audience, email, audience === 'dashboard' ? tenantId : ''],
  };
}

export function knowsMember(row: Record<string, unknown> | null | undefined): boolean {
  return row?.['known'] === 1;
}

/** @returns undefined for a missing or foreign file, which is then rewritten */
function readMember(file: string, audience: Audience): DemoSignInDetails[] {
  if (!existsSync(file)) return [];
  try {
    const { [audience]: known } = JSON.parse(readFileSync(file, 'utf8')) as Partial<DemoStaff>;
    if (known === undefined) return [];
    const values: unknown[] = [known.email, known.password];
    return values.every((value) => typeof value === 'string') ? [known] : [];
  } catch {
    return [];
  }
}
