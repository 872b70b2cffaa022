// The demo's operator: a superadmin whose password is random per install.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { D1Database } from '@cloudflare/workers-types';
import { hashPassword } from '../credentials.ts';

export interface DemoAdmin {
  email: string;
  password: string;
}

const EMAIL = 'admin@agate.example';

/**
 * Finds the demo's operator or makes it. A password told by an earlier start is kept while the database knows
 * the operator.
 * @param files where an earlier start may have written it, most trusted first
 */
export async function ensureDemoAdmin(
  database: D1Database,
  files: readonly string[],
): Promise<DemoAdmin> {
  for (const known of files.flatMap(readAdmin)) {
    const { sql, parameters } = adminQuery(known);
    const row = await database
      .prepare(sql)
      .bind(...parameters)
      .first();
    if (knowsAdmin(row)) return known;
  }
  const made = { email: EMAIL, password: `admin-${randomBytes(9).toString('base64url')}` };
  await database
    .prepare(
      `INSERT INTO staff (audience, email, email_normalized, name, role, password_hash,
          password_changed_at_ms, created_at_ms)
        VALUES ('admin', ?1, ?1, 'Demo operator', 'superadmin', ?2, ?3, ?3)
        ON CONFLICT (audience, email_normalized) DO UPDATE SET password_hash = excluded.password_hash,
          password_changed_at_ms = excluded.password_changed_at_ms, role = 'superadmin',
          deactivated_at_ms = NULL, totp_secret = NULL, totp_enabled_at_ms = NULL`,
    )
    .bind(EMAIL, hashPassword(made.password), Date.now())
    .run();
  return made;
}

export function adminQuery({ email }: DemoAdmin): { sql: string; parameters: string[] } {
  return {
    sql: `SELECT count(*) AS known FROM staff
      WHERE audience = 'admin' AND email_normalized = ? AND deactivated_at_ms IS NULL`,
    parameters: [email],
  };
}

export function knowsAdmin(row: Record<string, unknown> | null | undefined): boolean {
  return row?.['known'] === 1;
}

/** @returns nothing for a file that is missing or not ours: it is made anew */
function readAdmin(file: string): DemoAdmin[] {
  if (!existsSync(file)) return [];
  try {
    const { admin } = JSON.parse(readFileSync(file, 'utf8')) as { admin?: DemoAdmin };
    if (admin === undefined) return [];
    const values: unknown[] = [admin.email, admin.password];
    return values.every((value) => typeof value === 'string') ? [admin] : [];
  } catch {
    return [];
  }
}
