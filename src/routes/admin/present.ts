// Maps admins and their passkeys to wire fields.
import type { StaffMember } from '../../domain/staff/member.ts';
import type { BegunCeremony } from '../../domain/authentication/passkey-ceremony.ts';
import type { Passkey } from '../../domain/passkeys/passkey.ts';
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

export function presentPasskey(passkey: Passkey) {
  return {
    id: passkey.id,
    name: passkey.name,
    backed_up: passkey.backedUp,
    created_at: toTimestamp(passkey.createdAtMs),
    ...(passkey.lastUsedAtMs !== undefined && { last_used_at: toTimestamp(passkey.lastUsedAtMs) }),
  };
}

/** The options of `navigator.credentials` in their JSON form. */
export function presentCeremony({ ceremony, options }: BegunCeremony<object>) {
  return { session_id: ceremony, options: options as Record<string, string> };
}
