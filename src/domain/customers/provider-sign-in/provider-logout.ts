// Use case: a staff identity provider reports a sign-out, which ends the person's sessions at this
// service (OpenID Connect Back-Channel Logout 1.0).
import type { JWTPayload } from 'jose';
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { AppError } from '../../../errors.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { prepareAudit } from '../../platform/audit/record.ts';
import { discardOneTimeTokens } from '../../terms/one-time-token.ts';
import { ProviderDown } from '../identity-provider/provider-fetch.ts';
import { readSignedByProvider } from '../identity-provider/provider-keys.ts';
import { readProvider } from '../identity-provider/provider.ts';
import { targetOf, type SsoSetting } from '../single-sign-on/sso-setting.ts';
import { findSetting } from '../single-sign-on/store.ts';
import { endSessionsBySubject, findStaffBySubject } from '../staff/identity-store.ts';
import type { StaffScope } from '../staff/member.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/**
 * The accepted values of `typ`. Back-Channel Logout 1.0, 2.4 recommends the first; some providers
 * send the generic `JWT`, or none.
 */
const TYPES = ['logout+jwt', 'application/logout+jwt', 'jwt'];
/**
 * The maximum difference between `iat` and the current time, in either direction because of clock
 * skew. The difference is limited because a token may lack an expiry, and must be from "the near
 * past" (2.6).
 */
const LIFETIME_MS = 10 * MINUTE_MS;
const MAX_LENGTH = 255;

interface LogoutClaims {
  subject: string | undefined;
  sid: string | undefined;
  jti: string;
}

/**
 * Ends the sessions that a logout token identifies; each token is accepted once. Each staff group
 * (the operators, or one customer's staff) has its own endpoint, since two groups may use the same
 * client of the same provider.
 * @returns false for anything but a logout token from the group's provider for the group's client,
 *   and for a token that has already been used
 * @throws AppError UNAVAILABLE when the provider's keys cannot be read
 */
export async function endSessionsByLogoutToken(
  ctx: Context,
  scope: StaffScope,
  token: string,
): Promise<boolean> {
  const setting = await findSetting(ctx.db, scope);
  const logout = setting && (await readLogoutToken(ctx, setting, token));
  if (setting === undefined || logout === undefined) return false;
  const name = `sso-logout:${scope.tenantId ?? scope.audience}:${await sha256Hex(`${setting.issuer} ${logout.jti}`)}`;
  const used = ctx.objects.oneTimeToken(ctx.objects.namedOneTimeTokenId(name));
  // A used token is remembered for twice LIFETIME_MS, since its `iat` may be up to LIFETIME_MS in
  // the future.
  if ((await used?.issueOnce('', '{}', ctx.now() + 2 * LIFETIME_MS)) !== true) return false;
  try {
    await endSessions(ctx, setting, logout);
  } catch (error) {
    // Lets the provider send the same token again.
    await discardOneTimeTokens(ctx, [name]).catch(() => undefined);
    throw error;
  }
  return true;
}

async function endSessions(
  ctx: Context,
  { scope, issuer }: SsoSetting,
  { subject, sid }: LogoutClaims,
): Promise<void> {
  const { audience: _operatorsOrMembers, ...group } = scope;
  const whose =
    subject === undefined
      ? undefined
      : await findStaffBySubject(ctx.db, { ...group, issuer, subject });
  // The token identifies a person who is not linked to any member.
  if (subject !== undefined && whose === undefined) return;
  const { statement, announce } = prepareAudit(ctx, {
    actor: { ...group, audience: 'system' },
    action: 'auth.sso_logout',
    target: whose ? { type: 'staff', id: whose.id } : targetOf(scope),
  });
  const which = { staffId: whose?.id, subject: { ...group, issuer }, sid };
  if ((await endSessionsBySubject(ctx.db, which, ctx.now(), statement)) > 0) announce();
}

/** Verifies a logout token (Back-Channel Logout 1.0, 2.6). */
async function readLogoutToken(
  ctx: Context,
  { issuer, clientId }: SsoSetting,
  token: string,
): Promise<LogoutClaims | undefined> {
  const claims = await readProvider(ctx, issuer)
    .then((provider) =>
      readSignedByProvider(ctx, provider, token, {
        audience: clientId,
        requiredClaims: ['iat', 'jti', 'events'],
        types: TYPES,
      }),
    )
    .catch(throwUnavailable);
  return claims && readLogoutClaims(claims, ctx.now());
}

/**
 * Reads the claims of a current logout token. Pure.
 * @returns undefined for any other claims
 */
function readLogoutClaims(claims: JWTPayload, nowMs: number): LogoutClaims | undefined {
  const { sub: subject, iat = 0, jti } = claims;
  const { sid, events, nonce } = claims as Record<string, unknown>;
  const isEvent = isObject(events) && isObject(events[EVENT]);
  const isOfNow = Math.abs(nowMs - iat * 1000) <= LIFETIME_MS;
  // An ID token must not be accepted as a logout token (2.4): it has a nonce, and no events.
  if (!isEvent || nonce !== undefined || !isOfNow || !isName(jti)) return undefined;
  if (subject === undefined && sid === undefined) return undefined;
  if (subject !== undefined && !isName(subject)) return undefined;
  if (sid !== undefined && !isName(sid)) return undefined;
  return { subject, sid, jti };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;

function throwUnavailable(error: unknown): never {
  if (!(error instanceof ProviderDown)) throw error;
  throw new AppError('UNAVAILABLE', 'The keys of the identity provider cannot be read.', {
    retryAfterSeconds: 30,
  });
}
