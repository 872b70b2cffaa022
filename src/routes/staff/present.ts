// Maps tokens and sessions of staff to wire fields.
import type { StaffSession, StaffTokens } from '../../domain/staff/sessions.ts';
import type { SignInAnswer } from '../../domain/staff-authentication/sign-in-with-password.ts';
import { toTimestamp } from '../../timestamp.ts';
import type { StaffGroup } from './group.ts';

type Presenter = Pick<StaffGroup, 'present'>;

export function presentTokens({ present }: Presenter, tokens: StaffTokens) {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'Bearer' as const,
    expires_in: tokens.expiresInSeconds,
    user: present(tokens.member),
  };
}

export function presentSignIn(group: Presenter, answer: SignInAnswer) {
  return answer.done
    ? presentTokens(group, answer.tokens)
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
