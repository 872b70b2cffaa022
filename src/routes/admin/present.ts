// The only place that makes wire fields of admins and their passkeys.
import type { StaffMember } from '../../domain/staff/member.ts';
import type { Begun, StaffPasskey } from '../../domain/staff/passkeys.ts';
import { toTimestamp } from '../../timestamp.ts';

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

export function presentPasskey(passkey: StaffPasskey) {
  return {
    id: passkey.id,
    name: passkey.name,
    backed_up: passkey.backedUp,
    created_at: toTimestamp(passkey.createdAtMs),
    ...(passkey.lastUsedAtMs !== undefined && { last_used_at: toTimestamp(passkey.lastUsedAtMs) }),
  };
}

/** What `navigator.credentials` takes, in its JSON form. */
export function presentCeremony({ sessionId, options }: Begun<object>) {
  return { session_id: sessionId, options: options as Record<string, string> };
}
