// Completes a sign-in by any method: creates a session and an entry in the history, sends a notice
// about a new device, and cancels a requested deletion.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import {
  prepareAttempt,
  recogniseVisitor,
  recordAttempt,
} from '../../accounts/login-history/login-history.ts';
import type {
  Familiarity,
  HistoryOwner,
  LoginAttempt,
} from '../../accounts/login-history/login-attempt.ts';
import { prepareNotice, type PreparedNotice } from '../../accounts/notifications/notification.ts';
import {
  readReplaced,
  startSession,
  type BrowserCookies,
  type WithSession,
} from '../sessions/sign-in.ts';
import type { Session, SignIn } from '../sessions/session.ts';
import { rememberOwner } from '../../terms/password-guesses.ts';
import type { Visitor } from '../../terms/visitor.ts';
import type { Account } from '../../accounts/account.ts';
import { resetBySignIn } from '../../accounts/store.ts';

export type SignInOutcome =
  | {
      ok: true;
      account: Account;
      session: Session;
      cookie: string;
      /** The cookie for FedCM requests (sessions/fedcm-cookie.ts). */
      fedcmCookie: string;
      /** The browser's new known-device cookie; absent for an account without an email address. */
      knownDevice?: string;
    }
  | { ok: false; reason: 'invalid' | 'suspended' };

/** The cookies that the browser sent. */
export interface SignInCookies extends BrowserCookies {
  knownDevice?: string | undefined;
}

export interface ProvenSignIn extends SignInCookies {
  method: LoginAttempt['method'];
  /** RFC 8176 values (domain/terms/authentication.ts). */
  amr: readonly string[];
  visitor: Visitor;
  /**
   * When the entered password was set. If the account's password has been changed since, no session
   * is started.
   */
  passwordChangedAtMs?: number | null;
  /** A statement that consumes a one-time proof. If it changes nothing, no session is written. */
  uses?: Statement;
  /** The sign-in method's own statements, which run in the transaction that writes the session. */
  traces?: WithSession;
}

/** The facts about a sign-in that are read before its transaction. */
interface SignInFacts {
  /** The browser's previous sign-in. */
  replaced: SignIn | undefined;
  familiarity: Familiarity;
}

/**
 * Reads the facts about a sign-in in one round trip.
 * @param owner the account that would be signed in, whether or not it is authenticated yet
 */
export async function readSignInFacts(
  ctx: Context,
  owner: HistoryOwner,
  { visitor: { device, place }, replaces }: Pick<ProvenSignIn, 'visitor' | 'replaces'>,
): Promise<SignInFacts> {
  const visitor = { device, ...(place !== undefined && { place }) };
  const [replaced, familiarity] = await Promise.all([
    readReplaced(ctx, replaces),
    recogniseVisitor(ctx, owner, visitor),
  ]);
  return { replaced, familiarity };
}

/**
 * Completes the sign-in in a single transaction at the end, so that an earlier failure changes
 * nothing.
 * @param account the account as just read; a suspension since then is still detected
 * @param known the result of readSignInFacts, if the caller already has it
 */
export async function completeSignIn(
  ctx: Context,
  account: Account,
  proven: ProvenSignIn,
  known?: SignInFacts,
): Promise<SignInOutcome> {
  const { method, amr, visitor, trustedDevice, knownDevice, passwordChangedAtMs, uses } = proven;
  const device = await rememberBrowser(ctx, account, knownDevice);
  const start = async () => {
    const { replaced, familiarity } =
      known ?? (await readSignInFacts(ctx, { accountId: account.id }, proven));
    const proof = { amr, passwordChangedAtMs, uses };
    const begun = { ...proof, ...visitor, replaces: replaced, trustedDevice };
    return startSession(ctx, account, begun, prepareTraces(ctx, account, proven, familiarity));
  };
  const started = account.status === 'suspended' ? undefined : await start();
  if (started === undefined) {
    // Either the proof is no longer valid, or the account has just been suspended; the next attempt
    // shows which.
    const canEnd = uses !== undefined || passwordChangedAtMs !== undefined;
    const hasEnded = canEnd && account.status !== 'suspended';
    const outcome = hasEnded ? 'failed' : 'suspended';
    await recordAttempt(ctx, account.id, { method, outcome, ...visitor });
    return { ok: false, reason: hasEnded ? 'invalid' : 'suspended' };
  }
  const { deleteAtMs: _undone, ...kept } = account;
  const status = account.status === 'pending_deletion' ? 'active' : account.status;
  return { ok: true, account: { ...kept, status }, ...started, ...device };
}

/**
 * Prepares the statements of a sign-in that accompany the session: they write the history and
 * notices, reset the failure counters and cancel a requested deletion.
 */
function prepareTraces(
  ctx: Context,
  account: Account,
  { method, visitor, traces }: ProvenSignIn,
  familiarity: Familiarity,
): WithSession {
  const notices = noticesOf(ctx, account, visitor, familiarity);
  return {
    statements: [
      prepareAttempt(ctx, account.id, { method, outcome: 'success', ...visitor }),
      ...(traces?.statements ?? []),
      ...notices.flatMap(({ statements }) => statements),
      ...resetBySignIn(ctx.db, account.id, ctx.now()),
    ],
    announce: () => {
      traces?.announce();
      for (const notice of notices) notice.announce();
    },
  };
}

async function rememberBrowser(
  ctx: Context,
  { emailNormalized }: Account,
  cookie: string | undefined,
): Promise<{ knownDevice?: string }> {
  if (emailNormalized === undefined) return {};
  const owner = { realm: 'account', emailNormalized } as const;
  return { knownDevice: await rememberOwner(ctx, owner, cookie) };
}

function noticesOf(
  ctx: Context,
  account: Account,
  { device, place }: Visitor,
  familiarity: Familiarity,
): PreparedNotice[] {
  const details = { device, place: place ?? '' };
  return [
    ...(familiarity === 'new'
      ? [prepareNotice(ctx, account, { type: 'new_device', details }, { ofChange: true })]
      : []),
    ...(account.status === 'pending_deletion'
      ? [prepareNotice(ctx, account, { type: 'deletion_undone' }, { ofChange: true })]
      : []),
  ];
}
