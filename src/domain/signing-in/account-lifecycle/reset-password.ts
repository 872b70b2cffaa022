// New passwords for accounts: reset via a link, or set while signed in.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import { checkPassword, hashPassword } from '../../../crypto/password.ts';
import {
  redeemReset,
  requestReset,
  type ResetAudience,
  type ResetMail,
  type ResetOutcome,
} from '../../platform/credentials/password-reset.ts';
import { emailChangeRemoval } from '../email-changes/email-change.ts';
import type { WhichGrants } from '../../openid/grants/which-grants.ts';
import { prepareNotice } from '../../accounts/notifications/notification.ts';
import { prepareSignOut, requireFreshSignIn } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';
import { sessionLives, type EndedSessions } from '../sessions/store.ts';
import { toAccount, type AccountRow } from '../../accounts/account.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { counterOfAddress, type Counter } from '../../terms/guess-limits.ts';
import { clearPasswordGuesses } from '../../terms/password-guesses.ts';
import { findPasswordFault, type PasswordFault } from '../../terms/password-policy.ts';
import {
  findRow,
  findRowByEmail,
  hasStill,
  passwordIs,
  writePassword,
} from '../../accounts/store.ts';

/**
 * Sends a link (`/password/reset?token=xml_…`, 30 minutes) if an account has this address; older
 * links stop working. If no account has the address, the response and its timing are the same.
 * @throws AppError TOO_MANY_REQUESTS beyond 5 requests per hour for one email address or from one
 *   IP address (D-51)
 */
export async function requestPasswordReset(
  ctx: Context,
  { email, ip }: { email: string; ip?: string | undefined },
): Promise<void> {
  const { resetAddress, mailRecipient } = ctx.config.guessLimits;
  const normalized = parseEmailAddress(email)?.normalized ?? email.trim().toLowerCase();
  const counters: Counter[] = [...counterOfAddress(resetAddress, ip), [mailRecipient, normalized]];
  await requestReset(ctx, counters, () => prepareResetMail(ctx, normalized));
}

const RESET_LINKS: ResetAudience<'reset_password'> = {
  kind: 'reset_password',
  findKnownWords: ({ config }, { emailNormalized, displayName }) =>
    Promise.resolve([emailNormalized, displayName ?? '', config.serviceName]),
};

/**
 * Sets a new password via a link from an email. This ends all sessions and grants, so that anyone
 * who knew the old password is signed out, and also ends a lockout. The owner must sign in
 * afterwards.
 * @returns success, or the reason for a failure; a refused password leaves the link usable
 * @throws AppError UNAVAILABLE while another request is using the link
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<ResetOutcome<'reset_password'>> {
  return redeemReset(ctx, RESET_LINKS, { token, password }, async (purpose) => {
    const { accountId, emailNormalized } = purpose;
    const row = await findRow(ctx.db, accountId);
    if (row === undefined || row.email_normalized !== emailNormalized) return false;
    // If the first response was lost, a repeated request finds that the same password is already
    // set. A link that is no longer valid allows only one such comparison, so nobody can use it for
    // guessing.
    if (row.password_changed_at_ms !== purpose.passwordChangedAtMs)
      return (await checkPassword(password, row.password_hash ?? undefined)).ok;
    // Guesses are cleared first: if clearing them failed after the new password was set, the owner
    // would stay locked out.
    await clearPasswordGuesses(ctx, { realm: 'account', emailNormalized });
    return setPassword(ctx, row, password, {
      provesEmail: true,
      when: hasStill(row),
      ended: { accountId },
      grants: { accountId },
      also: [emailChangeRemoval(ctx, accountId)],
    });
  });
}

/**
 * Sets a new password, or the first password of an account that has only a passkey. Signs out all
 * other browsers and ends the grants that were made in them.
 * @returns `no_email` for an account without a confirmed address, which signing in with a password
 *   requires; `ended` when the session that sets the password has since ended
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export async function changePassword(
  ctx: Context,
  signIn: SignIn,
  password: string,
): Promise<{ ok: true } | { ok: false; reason: 'no_email' | 'ended' | PasswordFault }> {
  requireFreshSignIn(ctx, signIn);
  const { account, session } = signIn;
  const { id: accountId, emailNormalized } = account;
  if (emailNormalized === undefined || !account.emailVerified)
    return { ok: false, reason: 'no_email' };
  const known = [emailNormalized, account.displayName ?? '', ctx.config.serviceName];
  const fault = await findPasswordFault(ctx, password, known);
  if (fault !== undefined) return { ok: false, reason: fault };
  const row = await findRow(ctx.db, accountId);
  await clearPasswordGuesses(ctx, { realm: 'account', emailNormalized });
  const change = {
    provesEmail: false,
    when: sessionLives(accountId, session.id),
    ended: { accountId, except: session.id },
  };
  const isSet = row !== undefined && (await setPassword(ctx, row, password, change));
  return isSet ? { ok: true } : { ok: false, reason: 'ended' };
}

interface PasswordChange {
  provesEmail: boolean;
  /** A condition that must hold for the change to be made. */
  when: Condition;
  /** The sessions that are signed out. */
  ended: EndedSessions;
  /** The grants to end; by default, those that prepareSignOut ends. */
  grants?: WhichGrants;
  also?: readonly Statement[];
}

/** @returns false when nothing was changed */
async function setPassword(
  ctx: Context,
  row: AccountRow,
  password: string,
  { provesEmail, when, ended, grants, also = [] }: PasswordChange,
): Promise<boolean> {
  const nowMs = ctx.now();
  const passwordHash = await hashPassword(password);
  const account = toAccount(row, nowMs);
  const notice = prepareNotice(ctx, account, { type: 'password_changed' }, { ofChange: true });
  const scope = {
    endsTrust: true,
    when: passwordIs(row.id, passwordHash),
    ...(grants && { grants }),
  };
  const signOut = prepareSignOut(ctx, ended, scope);
  const isSet = await writePassword(
    ctx.db,
    row.id,
    { passwordHash, nowMs, provesEmail, when },
    { notice: notice.statements, also: [...also, ...signOut.statements] },
  );
  if (!isSet) return false;
  notice.announce();
  await signOut.finish();
  return true;
}

async function prepareResetMail(
  ctx: Context,
  emailNormalized: string,
): Promise<ResetMail | undefined> {
  const row = await findRowByEmail(ctx.db, emailNormalized);
  if (row === undefined || row.email === null) return undefined;
  return {
    to: row.email,
    locale: row.locale,
    urlOf: (token) => `${ctx.config.baseUrl}/password/reset?token=${token}`,
    link: {
      only: { kind: 'reset-password', ownerId: row.id },
      lifetimeMs: LIFETIMES.resetLinkMs,
      purpose: {
        kind: 'reset_password',
        accountId: row.id,
        emailNormalized,
        passwordChangedAtMs: row.password_changed_at_ms,
        ...(row.display_name !== null && { displayName: row.display_name }),
      },
    },
  };
}
