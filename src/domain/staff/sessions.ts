// Sessions of staff: begun by a sign-in, renewed by a rotating refresh token, ended by logout, logout-all, a new
// password or a deactivation. A refresh token is derived, generation by generation: nothing of it is stored.
import { DAY_MS } from '../../durations.ts';
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { deriveSecret, formatToken, parseToken } from '../../crypto/capability-token.ts';
import { encodeHex } from '../../crypto/encoding.ts';
import { equalInConstantTime } from '../../crypto/hash.ts';
import { ADMIN_REFRESH_TOKEN, DASHBOARD_REFRESH_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError } from '../../errors.ts';
import { nameBrowser } from '../terms/browser-name.ts';
import { readAccessToken, signAccessToken } from './access-token.ts';
import type { Audience, Caller, StaffMember } from './member.ts';
import {
  deleteSessionsBefore,
  findLiveSession,
  insertSession,
  listLiveSessions,
  revokeSession,
  revokeSessionsUpTo,
  rotateSession,
  type SessionRow,
} from './session-store.ts';
import { findStaff, toMember, writeLastLogin } from './store.ts';

const PREFIXES = { admin: ADMIN_REFRESH_TOKEN, dashboard: DASHBOARD_REFRESH_TOKEN } as const;

export interface StaffSession {
  /** 64 hex digits. */
  id: string;
  method: SessionRow['method'];
  device: string;
  ip?: string;
  createdAtMs: number;
  lastUsedAtMs: number;
  expiresAtMs: number;
}

/** What a sign-in or a refresh hands out. */
export interface StaffTokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  member: StaffMember;
}

/** A request's owner. */
export interface SignedInStaff {
  member: StaffMember;
  sessionId: string;
}

export const unauthorized = (): AppError =>
  new AppError('UNAUTHORIZED', 'The access token is missing or not valid.');

/** How a member proved who they are. */
export interface StaffSignIn {
  method: SessionRow['method'];
  caller: Caller;
  /** Of the password they had then: a newer one voids the proof. Absent: whatever it is now. */
  passwordChangedAtMs?: number | null;
}

/** @throws AppError UNAUTHORIZED when the member was deactivated or removed since it was read, or has a newer password */
export async function startStaffSession(
  ctx: Context,
  member: StaffMember,
  { method, caller, passwordChangedAtMs }: StaffSignIn,
): Promise<StaffTokens> {
  const nowMs = ctx.now();
  const session = {
    id: encodeHex(crypto.getRandomValues(new Uint8Array(32))),
    staffId: member.id,
    method,
    device: nameBrowser(caller.userAgent),
    ip: caller.ip,
    expiresAtMs: nowMs + LIFETIMES.staffSessionMs[member.audience],
    passwordChangedAtMs,
  };
  if (!(await insertSession(ctx.db, session, nowMs))) throw unauthorized();
  await writeLastLogin(ctx.db, member.id, nowMs);
  return issueTokens(ctx, { ...member, lastLoginAtMs: nowMs }, session.id, 0);
}

/** @returns undefined for a token that is not valid; `gone` when its owner was removed: one read */
export async function readStaffSession(
  ctx: Context,
  audience: Audience,
  accessToken: string,
): Promise<SignedInStaff | 'gone' | undefined> {
  const claims = await readAccessToken(ctx, audience, accessToken);
  if (claims === undefined) return undefined;
  const found = await findLiveSession(ctx.db, claims.sessionId, ctx.now());
  if (found?.owner.id === claims.staffId && found.owner.audience === audience)
    return { member: toMember(found.owner), sessionId: claims.sessionId };
  const owner = await findStaff(ctx.db, claims.staffId);
  return owner === undefined ? 'gone' : undefined;
}

/**
 * Rotates. A repeat of the token just used gets the same successor for half a minute, since its answer may have
 * been lost; an older one means that it was stolen, and ends the session (RFC 9700 4.14.2).
 * @throws AppError UNAUTHORIZED
 */
export async function refreshStaffSession(
  ctx: Context,
  audience: Audience,
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

/** @returns whether it was a live session of that member */
export const endStaffSession = (ctx: Context, staffId: number, sessionId: string) =>
  revokeSession(ctx.db, staffId, sessionId, ctx.now());

/** Everything signed in up to now is signed out. */
export const endAllStaffSessions = (ctx: Context, staffId: number): Promise<void> =>
  revokeSessionsUpTo(ctx.db, staffId, ctx.now());

/** By cron. A day after their end no request can name them. */
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
  const secret = await secretOf(ctx, member.audience, sessionId, generation);
  return {
    accessToken: await signAccessToken(ctx, member.audience, { staffId: member.id, sessionId }),
    refreshToken: formatToken({ prefix: PREFIXES[member.audience], objectId: sessionId, secret }),
    expiresInSeconds: LIFETIMES.staffAccessMs / 1000,
    member,
  };
}

const secretOf = async (ctx: Context, audience: Audience, id: string, generation: number) =>
  deriveSecret(await ctx.tokenKey(), `${PREFIXES[audience]}:${generation}:`, id);

/** How many refreshes ago the secret was issued; undefined when it never was. */
async function generationsAgo(
  ctx: Context,
  audience: Audience,
  session: SessionRow,
  secret: string,
): Promise<number | undefined> {
  for (let age = 0; age <= session.generation; age += 1) {
    const issued = await secretOf(ctx, audience, session.id, session.generation - age);
    if (equalInConstantTime(issued, secret)) return age;
  }
  return undefined;
}
