// A row of staff, and the member that it describes. Pure.
import type { staff } from '../../../db/schema/index.ts';
import type { StaffMember } from './member.ts';

export type StaffRow = typeof staff.$inferSelect;

export function toMember(row: StaffRow): StaffMember {
  return {
    id: row.id,
    audience: row.audience,
    ...(row.tenant_id !== null && { tenantId: row.tenant_id }),
    email: row.email,
    emailVerified: row.email_verified_at_ms !== null,
    name: row.name,
    ...(row.locale !== null && { locale: row.locale }),
    role: row.role,
    twoFactorEnabled: row.totp_enabled_at_ms !== null,
    createdAtMs: row.created_at_ms,
    ...(row.last_login_at_ms !== null && { lastLoginAtMs: row.last_login_at_ms }),
    ...(row.deactivated_at_ms !== null && { deactivatedAtMs: row.deactivated_at_ms }),
  };
}
