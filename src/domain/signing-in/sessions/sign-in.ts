// Sessions of signed-in browsers: starts and ends them, and formats and reads their cookies.
// domain/signing-in/authentication authenticates people.
import type { Context } from '../../../context.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import { runTogether } from '../../../db/run-together.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { encodeObjectId, formatToken, parseToken } from '../../../crypto/capability-token.ts';
import { decodeBase64Url, encodeHex } from '../../../crypto/encoding.ts';
import { equalInConstantTime, sha256Hex } from '../../../crypto/hash.ts';
import { randomToken } from '../../../crypto/random.ts';
import { ACCOUNT_SESSION_TOKEN } from '../../../crypto/token-prefixes.ts';
import { AppError } from '../../../errors.ts';
import { isUsable, type Account } from '../../accounts/account.ts';
import { finishRevocation, prepareRevocation } from '../../openid/grants/connections.ts';
import type { WhichGrants } from '../../openid/grants/which-grants.ts';
import { prepareLogout } from '../../openid/logout/announce.ts';
import {
  deleteExpiredSessions,
  findSession,
  sessionsRemoval,
  touchSession,
  writeSession,
  type EndedSessions,
} from './store.ts';
import { formatFedcmCookie } from './fedcm-cookie.ts';
import type { FindSession, FoundSession } from './session-row.ts';
import { isByFace } from '../../terms/authentication.ts';
import {
  prepareEndOfTrust,
  readTrustCookie,
} from '../../accounts/trusted-devices/trusted-device.ts';
import type { Visitor } from '../../terms/visitor.ts';
import type { Session, SignIn } from './session.ts';

/** The cookies that a browser sends with a sign-in. */
export interface BrowserCookies {
  /**
   * The session's cookie. If the session belongs to the account that signs in, it is renewed; if it
   * belongs to a different account, it is ended.
   */
  replaces?: string | undefined;
  /** The trusted device's cookie; it may belong to a different account. */
  trustedDevice?: string | undefined;
}

interface NewSession extends Visitor, Omit<BrowserCookies, 'replaces'> {
  /** The cookie of the browser's previous session, or the result of readReplaced for it. */
  replaces?: string | SignIn | undefined;
  amr: readonly string[];
  /**
   * When the entered password was set. If the account's password has been changed since, no session
   * is started. Absent for other methods.
   */
  passwordChangedAtMs?: number | null | undefined;
  /** A statement that consumes a one-time proof. If it changes nothing, no session is written. */
  uses?: Statement | undefined;
}

/** Statements that are written together with a session, or not at all. */
export interface WithSession {
  /**
   * Statements that run directly after the session is written, each only if the statement before it
   * changed something.
   */
  statements: readonly Statement[];
  /** Announces what was written. Call this after the commit. */
  announce: () => void;
}

/** The minimum interval between two updates of a session's last-seen time. */
const TOUCH_EVERY_MS = 5 * 60_000;

/**
 * Reads the account that the browser is signed in to, with one D1 read.
 * @returns undefined for ended and unknown sessions, and while the account is not usable
 */
export const readSignIn = (
  ctx: Context,
  cookieValue: string | undefined,
): Promise<SignIn | undefined> => readSignInBy(ctx, cookieValue, findSession);

/**
 * Like readSignIn, but the caller provides the query.
 * @param find performs the only read, which may select more than the session
 */
export async function readSignInBy<Found extends FoundSession>(
  ctx: Context,
  cookieValue: string | undefined,
  find: FindSession<Found>,
): Promise<Omit<Found, 'secretHash'> | undefined> {
  const nowMs = ctx.now();
  const held = await findHeldSession(ctx, cookieValue, find);
  if (held === undefined || !isUsable(held.account.status)) return undefined;
  if (nowMs - held.session.lastSeenAtMs >= TOUCH_EVERY_MS)
    ctx.defer(touchSession(ctx.db, held.session.id, nowMs));
  return held;
}

/**
 * Signs a browser in. The cookie is always new (S-29: no session fixation); if the browser was
 * already signed in to the same account, its session keeps its id, so that sites that know this
 * `sid` stay connected. Everything is written in one transaction.
 * @returns undefined when the account has been suspended or removed since it was read, its password
 *   has been changed, the session to be continued has ended, or the proof has already been used
 */
export async function startSession(
  ctx: Context,
  account: Pick<Account, 'id'>,
  { replaces, trustedDevice, amr, passwordChangedAtMs, uses, ...visitor }: NewSession,
  also: WithSession = ALONE,
): Promise<{ cookie: string; fedcmCookie: string; session: Session } | undefined> {
  const nowMs = ctx.now();
  const old = typeof replaces === 'string' ? await readReplaced(ctx, replaces) : replaces;
  const device = await readTrustCookie(trustedDevice);
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
  const isContinued = continued !== undefined;
  const replaced =
    old === undefined || isContinued
      ? undefined
      : prepareSignOut(ctx, { sessionId: old.session.id });
  const isStarted = await writeSession(
    ctx.db,
    { accountId: account.id, device, session, secretHash, isContinued, passwordChangedAtMs },
    { uses, behind: also.statements, apart: replaced?.statements ?? [] },
  );
  if (isStarted) also.announce();
  await replaced?.finish();
  if (!isStarted) return undefined;
  const fedcmCookie = await formatFedcmCookie(ctx, session.id);
  return { cookie: formatCookie(session.id, secret), fedcmCookie, session };
}

const ALONE: WithSession = { statements: [], announce: () => undefined };

/**
 * Reads the sign-in that a new sign-in in this browser replaces, whatever the status of its
 * account. Makes one read, or none without a cookie.
 */
export const readReplaced = (
  ctx: Context,
  cookie: string | undefined,
): Promise<SignIn | undefined> => findHeldSession(ctx, cookie, findSession);

/** Signs a browser out; see prepareSignOut. */
export const endSession = (ctx: Context, sessionId: string): Promise<void> =>
  endSessions(ctx, { sessionId });

/**
 * Signs out a lost device, stops trusting it, and ends its grants, including those that survive an
 * ordinary sign-out.
 */
export const endDevice = (ctx: Context, sessionId: string): Promise<void> =>
  endSessions(ctx, { sessionId }, { grants: { sessionId }, endsTrust: true });

/**
 * Signs an account out in all browsers, or in all except one, and stops trusting those browsers;
 * see prepareSignOut.
 */
export const endSessionsOf = (
  ctx: Context,
  accountId: number,
  { except }: { except?: string } = {},
): Promise<void> =>
  endSessions(ctx, { accountId, ...(except !== undefined && { except }) }, { endsTrust: true });

async function endSessions(
  ctx: Context,
  ended: EndedSessions,
  scope?: SignOutScope,
): Promise<void> {
  const { statements, finish } = prepareSignOut(ctx, ended, scope);
  await runTogether(ctx.db, statements);
  await finish();
}

interface SignOutScope {
  /**
   * The grants to end; by default, those made in the sessions, except any with `offline_access`.
   */
  grants?: WhichGrants;
  /** Whether the trust in these browsers ends together with the sessions (D-99). */
  endsTrust?: boolean;
  /** A condition; unless it holds, nothing is ended. */
  when?: Condition;
}

interface PreparedSignOut {
  /** Statements to run in the same batch as the change that causes the sign-out. */
  statements: Statement[];
  /**
   * Notifies sites and ends the grants' objects. Call this after the commit. Never throws; sweeps
   * finish the remaining work.
   */
  finish: () => Promise<void>;
}

/**
 * Prepares one transaction that ends sessions and the grants that were made in them, except those
 * with `offline_access` (Back-Channel Logout 1.0, 2.7; D-61), and that queues the notices to the
 * sites.
 */
export function prepareSignOut(
  ctx: Context,
  ended: EndedSessions,
  { grants = { signedOut: ended }, endsTrust = false, when }: SignOutScope = {},
): PreparedSignOut {
  const logout = prepareLogout(ctx, ended, when);
  return {
    statements: [
      logout.statement,
      // This statement must precede the removal of the sessions, because their rows refer to the
      // devices.
      ...(endsTrust ? [prepareEndOfTrust(ctx, ended, when)] : []),
      sessionsRemoval(ctx.db, ended, when),
      prepareRevocation(ctx, grants, when),
    ],
    finish: async () => {
      await Promise.all([logout.announce(), finishRevocation(ctx, grants)]);
    },
  };
}

/** Deletes expired sessions, which are ignored on read anyway. Called by cron. */
export const forgetExpiredSessions = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredSessions(ctx.db, ctx.now());

/**
 * Whether a sign-in is fresh enough for sensitive steps: it happened within the last 10 minutes,
 * and not by face, because changing sign-in methods must require a method that no lookalike can
 * pass (D-99).
 */
export const isFreshSignIn = (
  ctx: Pick<Context, 'now'>,
  { session }: Pick<SignIn, 'session'>,
  { graceMs = 0 } = {},
): boolean =>
  !isByFace(session.amr) &&
  ctx.now() - session.authenticatedAtMs < LIFETIMES.freshSignInMs + graceMs;

/**
 * Whether the owner has shown the account's face since a given time, either during this session or
 * by signing in (D-104).
 * @param sinceMs the earliest time that counts
 */
export const hasShownFace = (
  { amr, authenticatedAtMs, faceShownAtMs = -Infinity }: Session,
  sinceMs: number,
): boolean => faceShownAtMs >= sinceMs || (isByFace(amr) && authenticatedAtMs >= sinceMs);

/**
 * @param grace.graceMs extra time for a step that began with a fresh sign-in but takes a long time
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export function requireFreshSignIn(
  ctx: Pick<Context, 'now'>,
  signIn: SignIn,
  grace?: { graceMs: number },
): void {
  if (!isFreshSignIn(ctx, signIn, grace))
    throw new AppError('FRESH_SIGN_IN_REQUIRED', 'Please sign in again to do this.');
}

/** Finds the session that a cookie belongs to, with its account, whatever the account's status. */
async function findHeldSession<Found extends FoundSession>(
  ctx: Context,
  cookieValue: string | undefined,
  find: FindSession<Found>,
): Promise<Omit<Found, 'secretHash'> | undefined> {
  const parsed = cookieValue === undefined ? undefined : parseToken(cookieValue);
  if (parsed?.prefix !== ACCOUNT_SESSION_TOKEN) return undefined;
  const found = await find(ctx.db, encodeObjectId(parsed.objectId), ctx.now());
  const secretHash = await sha256Hex(parsed.secret);
  if (found === undefined || !equalInConstantTime(found.secretHash, secretHash)) return undefined;
  const { secretHash: _compared, ...held } = found;
  return held;
}

/** @param id 43 base64url characters */
function formatCookie(id: string, secret: string): string {
  const objectId = encodeHex(decodeBase64Url(id));
  return formatToken({ prefix: ACCOUNT_SESSION_TOKEN, objectId, secret });
}
