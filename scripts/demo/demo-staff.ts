// Demo staff: the operator, who has an authenticator as operators must, and the owner of the demo
// tenant. Passwords and the authenticator's secret are random per install; the database stores
// hashes and the sealed secret.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { D1Database } from '@cloudflare/workers-types';
import { newTotpSecret, sealTotpSecret } from '../../src/domain/customers/staff/totp.ts';
import { hashPassword } from '../credentials.ts';

interface DemoSignInDetails {
  email: string;
  password: string;
}

interface DemoOperator extends DemoSignInDetails {
  /** The authenticator's secret in base32; `npm run totp` prints its codes. */
  totp_secret: string;
}

/** The demo's members of staff, by audience. */
export interface DemoStaff {
  admin: DemoOperator;
  dashboard: DemoSignInDetails;
}

type Audience = keyof DemoStaff;

const STAFF = {
  admin: { email: 'admin@agate.example', name: 'Demo operator', role: 'superadmin' },
  dashboard: { email: 'owner@agate.example', name: 'Demo owner', role: 'owner' },
} as const satisfies Record<Audience, object>;

/**
 * Finds or creates the operator and the owner. Passwords from an earlier run are kept if they
 * still match the database.
 * @param tenantId the owner's tenant
 * @param files the files where an earlier run may have written them, most trusted first
 */
export async function ensureDemoStaff(
  database: D1Database,
  tenantId: string,
  files: readonly string[],
  keyEncryptionKey: Uint8Array<ArrayBuffer>,
): Promise<DemoStaff> {
  const dashboard = await ensureMember(database, 'dashboard', tenantId, files);
  const admin = await ensureMember(database, 'admin', tenantId, files);
  if ('totp_secret' in admin) return { admin, dashboard: withoutId(dashboard) };
  const { id, ...known } = admin;
  const { secret } = newTotpSecret('', '');
  const sealed = await sealTotpSecret(
    { keyEncryptionKey: { current: keyEncryptionKey } },
    id,
    secret,
  );
  await database
    .prepare(
      'UPDATE staff SET totp_secret = ?, totp_enabled_at_ms = ?, totp_last_step = 0 WHERE id = ?',
    )
    .bind(sealed, Date.now(), id)
    .run();
  return { admin: { ...known, totp_secret: secret }, dashboard: withoutId(dashboard) };
}

const withoutId = ({ email, password }: DemoSignInDetails): DemoSignInDetails => ({
  email,
  password,
});

/**
 * @returns the member's sign-in details, with the id of the row if this call created or changed it
 */
async function ensureMember<A extends Audience>(
  database: D1Database,
  audience: A,
  tenantId: string,
  files: readonly string[],
): Promise<DemoStaff[A] | (DemoSignInDetails & { id: number })> {
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
  const made = await database
    .prepare(
      `INSERT INTO staff (audience, tenant_id, email, email_normalized, name, role, password_hash,
          email_verified_at_ms, password_changed_at_ms, created_at_ms)
        VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?7, ?7)
        ON CONFLICT (audience, email_normalized) WHERE audience = 'admin' OR email_verified_at_ms IS NOT NULL
        DO UPDATE SET password_hash = excluded.password_hash,
          password_changed_at_ms = excluded.password_changed_at_ms, role = excluded.role,
          tenant_id = excluded.tenant_id, email_verified_at_ms = excluded.email_verified_at_ms,
          deactivated_at_ms = NULL, totp_secret = NULL, totp_enabled_at_ms = NULL
        RETURNING id`,
    )
    .bind(audience, tenant, email, name, role, hashPassword(password), Date.now())
    .first<{ id: number }>();
  return { email, password, id: made?.id ?? 0 };
}

export function memberQuery(
  audience: Audience,
  { email }: DemoSignInDetails,
  tenantId: string,
): { sql: string; parameters: string[] } {
  return {
    sql: `SELECT count(*) AS known FROM staff
      WHERE audience = ? AND email_normalized = ? AND deactivated_at_ms IS NULL
        AND coalesce(tenant_id, '') = ? AND (audience <> 'admin' OR totp_enabled_at_ms IS NOT NULL)`,
    parameters: [audience, email, audience === 'dashboard' ? tenantId : ''],
  };
}

export function knowsMember(row: Record<string, unknown> | null | undefined): boolean {
  return row?.['known'] === 1;
}

/** @returns an empty list for a missing or unrecognised file, which is then rewritten */
function readMember<A extends Audience>(file: string, audience: A): DemoStaff[A][] {
  if (!existsSync(file)) return [];
  try {
    const { [audience]: known } = JSON.parse(readFileSync(file, 'utf8')) as Partial<DemoStaff>;
    if (known === undefined) return [];
    const values: unknown[] = [known.email, known.password];
    if (audience === 'admin') values.push((known as Partial<DemoOperator>).totp_secret);
    return values.every((value) => typeof value === 'string') ? [known] : [];
  } catch {
    return [];
  }
}
