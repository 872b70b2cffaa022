// Maps admins to wire fields.
import type { StaffMember } from '../../domain/customers/staff/member.ts';
import { toTimestamp } from '../../time/timestamp.ts';

export function presentAdmin(member: StaffMember) {
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    active: member.deactivatedAtMs === undefined,
    two_factor_enabled: member.twoFactorEnabled,
    created_at: toTimestamp(member.createdAtMs),
    ...(member.lastLoginAtMs !== undefined && { last_login_at: toTimestamp(member.lastLoginAtMs) }),
  };
}
