// Signed-in browsers: the cookie's value, reading it, starting and ending sessions. Proving who signs in is
// domain/signing-in/authentication.
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
  /** Of its session: one of the same account is renewed, another one ended. */
  replaces?: string | undefined;
  /** Of a trusted device: whether it is one of this account is looked up. */
  trustedDevice?: string | undefined;
}

interface NewSession extends Visitor, Omit<BrowserCookies, 'replaces'> {
  /** The cookie, or what readReplaced found. */
  replaces?: string | SignIn | undefined;
  amr: readonly string[];
  /** Of the password that was shown: with a newer one there is no session. Absent: another proof. */
  passwordChangedAtMs?: number | null | undefined;
  /** Uses the proof up, where it is good once: without a change by it there is no session. */
  uses?: Statement | undefined;
}

/** What is written together with a session, or not at all. */
export interface WithSession {
  /** Directly behind the session, each writes when the one before it did. */
  statements: readonly Statement[];
  /** Called once the transaction is through. */
  announce: () => void;
}

/** How often a session notes that it was seen. */
const TOUCH_EVERY_MS = 5 * 60_000;

/**
 * Who the browser is signed in as. One D1 read.
 * @returns undefined for ended and unknown sessions, and while the account is not usable
 */
export const readSignIn = (
  ctx: Context,
  cookieValue: string | undefined,
): Promise<SignIn | undefined> => readSignInBy(ctx, cookieValue, findSession);

/** As readSignIn. @param find what the one read finds beside the session */
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
 * Signs a browser in. The cookie is a new one in any case (S-29: no fixation); when the browser was signed in
 * to the same account its session keeps its id, so that what sites know by that `sid` stays connected. One transaction.
 * @returns undefined when the account was suspended or removed since it was read, or its password replaced, or the proof was used up
 *   before
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

/** The sign-in that a new one in this browser takes the place of, whatever its account's status: one read, or none without a cookie. */
export const readReplaced = (
  ctx: Context,
  cookie: string | undefined,
): Promise<SignIn | undefined> => findHeldSession(ctx, cookie, findSession);

/** Signs a browser out: see endSessions. */
export const endSession = (ctx: Context, sessionId: string): Promise<void> =>
  endSessions(ctx, { sessionId });

/** Signs a lost device out: also what was to stay after a sign-out ends, and its trust. */
export const endDevice = (ctx: Context, sessionId: string): Promise<void> =>
  endSessions(ctx, { sessionId }, { grants: { sessionId }, endsTrust: true });

/** Signs an account out in all browsers, or all but one, and trusts them no longer: see endSessions. */
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
  /** Others than those of the sessions, for a change that ends more of them. */
  grants?: WhichGrants;
  /** The browsers are no trusted devices any more (D-99). */
  endsTrust?: boolean;
  /** Without which nothing ends. */
  when?: Condition;
}

interface PreparedSignOut {
  /** Go into the batch of the change that signs out. */
  statements: Statement[];
  /** Call it once the batch is through: sites and grants' objects learn of it. Never throws; sweeps finish the rest. */
  finish: () => Promise<void>;
}

/**
 * Sessions end in one transaction with the grants that came from them, but for `offline_access` (Back-Channel Logout 1.0,
 * 2.7; D-61), and with the notices to the sites.
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
      // Before the sessions, which say what devices theirs are.
      ...(endsTrust ? [prepareEndOfTrust(ctx, ended, when)] : []),
      sessionsRemoval(ctx.db, ended, when),
      prepareRevocation(ctx, grants, when),
    ],
    finish: async () => {
      await Promise.all([logout.announce(), finishRevocation(ctx, grants)]);
    },
  };
}

/** By cron. Expired sessions are ignored already when they are read. */
export const forgetExpiredSessions = (ctx: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpiredSessions(ctx.db, ctx.now());

/**
 * Sensitive steps require a sign-in within the last 10 minutes, and not by a face: what changes the ways in takes a way that no
 * likeness opens (D-99).
 */
export const isFreshSignIn = (
  ctx: Pick<Context, 'now'>,
  { session }: Pick<SignIn, 'session'>,
  { graceMs = 0 } = {},
): boolean =>
  !isByFace(session.amr) &&
  ctx.now() - session.authenticatedAtMs < LIFETIMES.freshSignInMs + graceMs;

/** Whether the owner has shown the account's face in this session, or by signing in (D-104). @param sinceMs not before */
export const hasShownFace = (
  { amr, authenticatedAtMs, faceShownAtMs = -Infinity }: Session,
  sinceMs: number,
): boolean => faceShownAtMs >= sinceMs || (isByFace(amr) && authenticatedAtMs >= sinceMs);

/**
 * @param grace.graceMs for a step that began with one and took its time
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

/** The session of a cookie with its account, whatever the account's status. */
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
