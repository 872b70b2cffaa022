// The only place that makes wire fields of admins, their tokens, sessions and passkeys.
import type { StaffMember } from '../../domain/staff/member.ts';
import type { Begun, StaffPasskey } from '../../domain/staff/passkeys.ts';
import type { StaffSession, StaffTokens } from '../../domain/staff/sessions.ts';
import type { SignInAnswer } from '../../domain/staff/sign-in.ts';
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

export function presentTokens(tokens: StaffTokens) {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'Bearer' as const,
    expires_in: tokens.expiresInSeconds,
    user: presentAdmin(tokens.member),
  };
}

export function presentSignIn(answer: SignInAnswer) {
  return answer.done
    ? presentTokens(answer.tokens)
    : { requires_2fa: true as const, challenge_token: answer.challengeToken };
}

export function presentSession(session: StaffSession, currentId: string) {
  return {
    id: session.id,
    current: session.id === currentId,
    method: session.method,
    device: session.device,
    ...(session.ip !== undefined && { ip: session.ip }),
    created_at: toTimestamp(session.createdAtMs),
    last_used_at: toTimestamp(session.lastUsedAtMs),
    expires_at: toTimestamp(session.expiresAtMs),
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
