// Signed-in browsers: the cookie's value, reading it, starting and ending sessions. Proving who signs in is
// domain/authentication.
import type { Context } from '../../context.ts';
import type { Statement } from '../../db/client.ts';
import { LIFETIMES } from '../../config.ts';
import { encodeObjectId, formatToken, parseToken } from '../../crypto/capability-token.ts';
import { decodeBase64Url, encodeHex } from '../../crypto/encoding.ts';
import { equalInConstantTime, sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { ACCOUNT_SESSION_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError } from '../../errors.ts';
import type { Account } from '../accounts/account.ts';
import { announceLogout } from '../logout/announce.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  renewSession,
  sessionsRemoval,
  touchSession,
} from './store.ts';
import type { Visitor } from '../terms/visitor.ts';

export interface Session extends Visitor {
  /** Public: the `sid` of ID tokens. */
  id: string;
  /** When the person last proved who they are: `auth_time`. */
  authenticatedAtMs: number;
  /** RFC 8176 values (authentication.ts). */
  amr: string[];
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
}

export interface SignIn {
  account: Account;
  session: Session;
}

interface NewSession extends Visitor {
  amr: readonly string[];
  /** The cookie the browser came with: a session of the same account is renewed, another one ended. */
  replaces?: string | undefined;
}

/** How often a session notes that it was seen. */
const TOUCH_EVERY_MS = 5 * 60_000;

/**
 * Who the browser is signed in as. One D1 read.
 * @returns undefined for ended and unknown sessions, and while the account is anything but active
 */
export async function readSignIn(
  ctx: Context,
  cookieValue: string | undefined,
): Promise<SignIn | undefined> {
  const nowMs = ctx.now();
  const held = await findHeldSession(ctx, cookieValue, nowMs);
  if (held === undefined || held.account.status !== 'active') return undefined;
  if (nowMs - held.session.lastSeenAtMs >= TOUCH_EVERY_MS)
    ctx.defer(touchSession(ctx.db, held.session.id, nowMs));
  return held;
}

/**
 * Signs a browser in. The cookie is a new one in any case (S-29: no fixation); when the browser was signed in
 * to the same account its session keeps its id, so that what sites know by that `sid` stays connected.
 * @returns undefined when the account was suspended or removed since it was read
 */
export async function startSession(
  ctx: Context,
  account: Pick<Account, 'id'>,
  { replaces, amr, ...visitor }: NewSession,
): Promise<{ cookie: string; session: Session } | undefined> {
  const nowMs = ctx.now();
  const old = await findHeldSession(ctx, replaces, nowMs);
  const secret = randomToken(32);
  const secretHash = await sha256Hex(secret);
  const continued = old?.account.id === account.id ? old.session : undefined;
  const session: Session = {
    ...visitor,
    id: continued?.id ?? randomToken(32),
    amr: [...amr],
    authenticatedAtMs: nowMs,
    createdAtMs: continued?.createdAtMs ?? nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs: nowMs + LIFETIMES.accountSessionMs,
  };
  if (old !== undefined && continued === undefined) await endSession(ctx, old.session.id);
  const isStarted =
    continued === undefined
      ? await insertSession(ctx.db, account.id, session, secretHash)
      : await renewSession(ctx.db, session, secretHash);
  return isStarted ? { cookie: formatCookie(session.id, secret), session } : undefined;
}

/** Signs a browser out and notifies the sites. Its grants stay; revoking a device ends them. */
export async function endSession(ctx: Context, sessionId: string): Promise<void> {
  await deleteSession(ctx.db, sessionId);
  await announceLogout(ctx, { sessionId });
}

/** Signs an account out in all browsers, or all but one, and notifies the sites. */
export async function endSessionsOf(
  ctx: Context,
  accountId: number,
  { except }: { except?: string } = {},
): Promise<void> {
  await deleteSessionsOf(ctx.db, accountId, except);
  await announceLogout(ctx, { accountId, ...(except !== undefined && { except }) });
}

/** The rows of endSessionsOf, for a change that ends all of them in its own batch; announceLogout does the rest. */
export const prepareSignOut = (ctx: Pick<Context, 'db'>, accountId: number): Statement =>
  sessionsRemoval(ctx.db, accountId);

/** By cron. Expired sessions are ignored already when they are read. */
export const forgetExpiredSessions = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredSessions(ctx.db, ctx.now());

/**
 * Sensitive steps require a sign-in within the last 10 minutes.
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export function requireFreshSignIn(ctx: Pick<Context, 'now'>, { session }: SignIn): void {
  if (ctx.now() - session.authenticatedAtMs >= LIFETIMES.freshSignInMs)
    throw new AppError('FRESH_SIGN_IN_REQUIRED', 'Please sign in again to do this.');
}

/** The session of a cookie with its account, whatever the account's status. */
async function findHeldSession(
  ctx: Context,
  cookieValue: string | undefined,
  nowMs: number,
): Promise<SignIn | undefined> {
  const parsed = cookieValue === undefined ? undefined : parseToken(cookieValue);
  if (parsed?.prefix !== ACCOUNT_SESSION_TOKEN) return undefined;
  const found = await findSession(ctx.db, encodeObjectId(parsed.objectId), nowMs);
  const secretHash = await sha256Hex(parsed.secret);
  if (found === undefined || !equalInConstantTime(found.secretHash, secretHash)) return undefined;
  return { account: found.account, session: found.session };
}

/** @param id 43 base64url characters */
function formatCookie(id: string, secret: string): string {
  const objectId = encodeHex(decodeBase64Url(id));
  return formatToken({ prefix: ACCOUNT_SESSION_TOKEN, objectId, secret });
}
