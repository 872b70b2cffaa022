// A row of `staff`, and the member that it describes. Pure.
import type { staff } from '../../../db/schema/index.ts';
import type { MemberState, StaffMember } from './member.ts';

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
    state: stateOf(row),
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...(row.given_name !== null && { givenName: row.given_name }),
    ...(row.family_name !== null && { familyName: row.family_name }),
    twoFactorEnabled: row.totp_enabled_at_ms !== null,
    createdAtMs: row.created_at_ms,
    ...(row.last_login_at_ms !== null && { lastLoginAtMs: row.last_login_at_ms }),
    ...(row.deactivated_at_ms !== null && { deactivatedAtMs: row.deactivated_at_ms }),
  };
}

/**
 * Returns the state of a member. Applies the same condition as IS_INVITED in db/owned-address.ts,
 * except to suspended members.
 */
function stateOf(row: StaffRow): MemberState {
  if (row.deactivated_at_ms !== null) return 'suspended';
  const hasComeIn = row.email_verified_at_ms !== null || row.password_hash !== null;
  return row.audience === 'dashboard' && !hasComeIn ? 'invited' : 'active';
}
