// Maps staff tokens, sessions and passkeys to wire fields.
import type { Context as HonoContext } from 'hono';
import { setKnownDeviceCookie } from '../../http/auth/known-device-cookie.ts';
import type { BegunCeremony } from '../../domain/platform/credentials/passkey-ceremony.ts';
import type { Passkey } from '../../domain/platform/credentials/passkey.ts';
import type { StaffSession, StaffTokens } from '../../domain/customers/staff/sessions.ts';
import type { SignInAnswer } from '../../domain/customers/staff-authentication/sign-in-with-password.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import type { StaffGroup } from './group.ts';

type Presenter = Pick<StaffGroup, 'present'>;

/** Returns the tokens, and remembers the browser as a known device after a sign-in. */
export function handOver(c: HonoContext, { present }: Presenter, tokens: StaffTokens) {
  setKnownDeviceCookie(c, tokens.knownDevice);
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: 'Bearer' as const,
    expires_in: tokens.expiresInSeconds,
    user: present(tokens.member),
  };
}

export function presentSignIn(c: HonoContext, group: Presenter, answer: SignInAnswer) {
  return answer.done
    ? handOver(c, group, answer.tokens)
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

export function presentPasskey(passkey: Passkey) {
  return {
    id: passkey.id,
    name: passkey.name,
    backed_up: passkey.backedUp,
    created_at: toTimestamp(passkey.createdAtMs),
    ...(passkey.lastUsedAtMs !== undefined && { last_used_at: toTimestamp(passkey.lastUsedAtMs) }),
  };
}

/** Presents the options for `navigator.credentials` in their JSON form. */
export function presentCeremony({ ceremony, options }: BegunCeremony<object>) {
  return { session_id: ceremony, options: options as Record<string, string> };
}
