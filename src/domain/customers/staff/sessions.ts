// Staff sessions: begun by a sign-in, renewed by a rotating refresh token, ended by logout,
// logout-all, a new password or a deactivation. Refresh tokens are derived, generation by
// generation, and never stored.
import { DAY_MS } from '../../../time/durations.ts';
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { deriveSecret, formatToken, parseToken } from '../../../crypto/capability-token.ts';
import { decodeBase64Url, encodeBase64Url, encodeHex } from '../../../crypto/encoding.ts';
import { equalInConstantTime } from '../../../crypto/hash.ts';
import { ADMIN_REFRESH_TOKEN, DASHBOARD_REFRESH_TOKEN } from '../../../crypto/token-prefixes.ts';
import { AppError } from '../../../errors.ts';
import { nameBrowser } from '../../terms/browser-name.ts';
import { readAccessToken, signAccessToken } from './access-token.ts';
import type { StaffAudience, Caller, StaffMember } from './member.ts';
import type { ProviderProof } from './provider-proof.ts';
import {
  deleteSessionsBefore,
  findLiveSession,
  insertSession,
  listLiveSessions,
  revokeSession,
  revokeSessionsUpTo,
  rotateSession,
  type LiveSession,
  type StaffSessionRow,
} from './session-store.ts';
import { findStaff } from './store.ts';
import { toMember } from './staff-row.ts';

const PREFIXES = { admin: ADMIN_REFRESH_TOKEN, dashboard: DASHBOARD_REFRESH_TOKEN } as const;

export interface StaffSession {
  /** The session's id, 64 hex digits. */
  id: string;
  method: StaffSessionRow['method'];
  device: string;
  ip?: string;
  createdAtMs: number;
  lastUsedAtMs: number;
  expiresAtMs: number;
}

/** The tokens that a sign-in or a refresh returns. */
export interface StaffTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  member: StaffMember;
  /** The browser's new known-device cookie, set after a sign-in. */
  knownDevice?: string;
}

/** The member who sent a request. */
export interface SignedInStaff {
  member: StaffMember;
  sessionId: string;
  /** When the member signed in, which is when the session began. */
  provenAtMs: number;
  /** Whether a second factor was shown in this session, when it began or later. */
  showedSecondFactor: boolean;
  /**
   * Whether the session requires a second factor; until one has been shown, only `auth/*` may be
   * called (D-63).
   */
  needsSecondFactor: boolean;
  /** Whether the member has an authenticator app or a passkey. */
  hasSecondFactor: boolean;
}

export const unauthorized = (): AppError =>
  new AppError('UNAUTHORIZED', 'The access token is missing or not valid.');

/** How a member authenticated. */
export interface StaffSignIn {
  method: StaffSessionRow['method'];
  caller: Caller;
  /**
   * When the member's password was set, as read during authentication; if the password has been
   * changed since, the proof is void. If absent, this is not checked.
   */
  passwordChangedAtMs?: number | null;
  /** A statement that uses up a one-time proof. If it changes nothing, no session is started. */
  uses?: Statement;
  /** The person identified by the identity provider. */
  provider?: ProviderProof | undefined;
}

/**
 * Starts a session. The tokens are issued before the session is written, so that a failure leaves
 * no session without tokens.
 * @param also statements that run in order, each only if the one before it changed something
 * @returns the tokens, and the statements that returned a row; undefined when the member has been
 *   deactivated or removed, has changed the password since their row was read, belongs to a
 *   suspended customer or must sign in with the identity provider, or when the proof has already
 *   been used up
 */
export async function startStaffSession(
  ctx: Context,
  member: StaffMember,
  { method, caller, passwordChangedAtMs, uses, provider }: StaffSignIn,
  also: readonly Statement[] = [],
): Promise<{ tokens: StaffTokens; returned: ReadonlySet<Statement> } | undefined> {
  const nowMs = ctx.now();
  const session = {
    id: encodeHex(crypto.getRandomValues(new Uint8Array(32))),
    staffId: member.id,
    method,
    device: nameBrowser(caller.userAgent),
    ip: caller.ip,
    expiresAtMs: nowMs + LIFETIMES.staffSessionMs[member.audience],
    passwordChangedAtMs,
    language: caller.language,
    provider,
  };
  const tokens = await issueTokens(ctx, { ...member, lastLoginAtMs: nowMs }, session.id, 0);
  const returned = await insertSession(ctx.db, session, nowMs, { uses, also });
  return returned && { tokens, returned };
}

/**
 * Reads the session of an access token; takes one database read for a live session.
 * @returns undefined for an invalid token or an ended session; `gone` when the session's owner has
 *   been removed
 */
export async function readStaffSession(
  ctx: Context,
  audience: StaffAudience,
  accessToken: string,
): Promise<SignedInStaff | 'gone' | undefined> {
  const claims = await readAccessToken(ctx, audience, accessToken);
  if (claims === undefined) return undefined;
  const found = await findLiveSession(ctx.db, claims.sessionId, ctx.now());
  if (found?.owner.id === claims.staffId && found.owner.audience === audience)
    return {
      member: toMember(found.owner),
      sessionId: claims.sessionId,
      provenAtMs: found.session.created_at_ms,
      showedSecondFactor: showedSecondFactor(found),
      needsSecondFactor: audience === 'admin' || found.tenantDemandsFactor,
      hasSecondFactor: hasSecondFactor(found),
    };
  const owner = await findStaff(ctx.db, claims.staffId);
  return owner === undefined ? 'gone' : undefined;
}

/**
 * Rotates the refresh token. For half a minute, repeating the token just used returns the same
 * successor, since the response may have been lost. An older token must have been stolen, so it
 * ends the session (RFC 9700 4.14.2).
 * @throws AppError UNAUTHORIZED
 */
export async function refreshStaffSession(
  ctx: Context,
  audience: StaffAudience,
  refreshToken: string,
): Promise<StaffTokens> {
  const parsed = parseToken(refreshToken);
  if (parsed?.prefix !== PREFIXES[audience]) throw refused();
  const nowMs = ctx.now();
  const found = await findLiveSession(ctx.db, parsed.objectId, nowMs);
  if (found === undefined || found.owner.audience !== audience) throw refused();
  const { session, owner } = found;
  const age = await generationsAgo(ctx, audience, session, parsed.secret);
  const member = toMember(owner);
  if (age === 0) {
    if (await rotateSession(ctx.db, session.id, session.generation, nowMs))
      return issueTokens(ctx, member, session.id, session.generation + 1);
    return refreshStaffSession(ctx, audience, refreshToken);
  }
  if (age === 1 && nowMs < session.rotated_at_ms + LIFETIMES.refreshGraceMs)
    return issueTokens(ctx, member, session.id, session.generation);
  if (age !== undefined) await revokeSession(ctx.db, owner.id, session.id, nowMs);
  throw refused();
}

export async function listStaffSessions(ctx: Context, staffId: number): Promise<StaffSession[]> {
  const rows = await listLiveSessions(ctx.db, staffId, ctx.now());
  return rows.map((row) => ({
    id: row.id,
    method: row.method,
    device: row.device,
    ...(row.ip !== null && { ip: row.ip }),
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.rotated_at_ms,
    expiresAtMs: row.expires_at_ms,
  }));
}

/**
 * @param audit written only if the session ends
 * @returns whether the session belonged to the member and had not ended
 */
export const endStaffSession = (
  ctx: Context,
  staffId: number,
  sessionId: string,
  audit: Statement,
): Promise<boolean> => revokeSession(ctx.db, staffId, sessionId, ctx.now(), [audit]);

/** Methods that prove only one factor, even if the member has a second one. */
const SINGLE: readonly StaffSessionRow['method'][] = ['password', 'sso'];

/**
 * Whether the session counts as having shown a second factor. A factor that the member has since
 * removed no longer counts. A factor that the identity provider checked always counts, since it
 * cannot be removed in this service.
 */
const showedSecondFactor = (found: LiveSession): boolean =>
  found.session.method === 'sso_mfa' ||
  (!SINGLE.includes(found.session.method) && hasSecondFactor(found));

const hasSecondFactor = ({ owner, hasPasskey }: LiveSession): boolean =>
  owner.totp_enabled_at_ms !== null || hasPasskey;

/**
 * Requires a sign-in within the last five minutes, for example before a second factor is changed
 * (D-63).
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export function requireFreshStaff(
  ctx: Pick<Context, 'now'>,
  { provenAtMs }: Pick<SignedInStaff, 'provenAtMs'>,
): void {
  if (ctx.now() - provenAtMs >= LIFETIMES.staffFreshMs)
    throw new AppError('FRESH_SIGN_IN_REQUIRED', 'Please sign in again to do this.');
}

/**
 * Ends every existing session.
 * @param audit the audit entry
 */
export const endAllStaffSessions = (
  ctx: Context,
  staffId: number,
  audit: Statement,
): Promise<void> => revokeSessionsUpTo(ctx.db, staffId, ctx.now(), audit);

/**
 * Deletes sessions a day after they expire, when requests can no longer refer to them. Called by
 * cron.
 */
export const forgetEndedStaffSessions = (ctx: Context): Promise<void> =>
  deleteSessionsBefore(ctx.db, ctx.now() - DAY_MS);

const refused = (): AppError =>
  new AppError('UNAUTHORIZED', 'The refresh token is missing or not valid.');

async function issueTokens(
  ctx: Context,
  member: StaffMember,
  sessionId: string,
  generation: number,
): Promise<StaffTokens> {
  const secret = await secretOf(await ctx.tokenKey(), member.audience, sessionId, generation);
  return {
    accessToken: await signAccessToken(ctx, member.audience, { staffId: member.id, sessionId }),
    refreshToken: formatToken({ prefix: PREFIXES[member.audience], objectId: sessionId, secret }),
    expiresInSeconds: LIFETIMES.staffAccessMs / 1000,
    member,
  };
}

/**
 * Returns the secret of a refresh token: the generation in 4 bytes, followed by a 28-byte proof of
 * it. Checking a token's generation therefore takes one HMAC, however old the token is.
 */
async function secretOf(
  key: CryptoKey,
  audience: StaffAudience,
  id: string,
  generation: number,
): Promise<string> {
  const seed = `${PREFIXES[audience]}:${generation}:`;
  const proof = decodeBase64Url(await deriveSecret(key, seed, id));
  new DataView(proof.buffer).setUint32(0, generation);
  return encodeBase64Url(proof);
}

/**
 * Returns the number of refreshes since the secret was issued; undefined when it was never issued.
 * Takes one HMAC per key.
 */
async function generationsAgo(
  ctx: Context,
  audience: StaffAudience,
  session: StaffSessionRow,
  secret: string,
): Promise<number | undefined> {
  const generation = new DataView(decodeBase64Url(secret).buffer).getUint32(0);
  if (generation > session.generation) return undefined;
  for (const key of await ctx.tokenKeys()) {
    const issued = await secretOf(key, audience, session.id, generation);
    if (equalInConstantTime(issued, secret)) return session.generation - generation;
  }
  return undefined;
}
