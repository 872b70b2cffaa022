// Use cases: forgotten password, and a new one for somebody who is signed in.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { hashPassword } from '../../crypto/password.ts';
import { cancelEmailChange } from '../email-changes/email-change.ts';
import { holdGrants, revokeGrants } from '../grants/connections.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { prepareNotice } from '../notifications/notification.ts';
import { endSessionsOf, requireFreshSignIn, type SignIn } from '../sessions/sign-in.ts';
import { toAccount, type AccountRow } from '../accounts/account.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { clearPasswordGuesses, countAgainst } from '../terms/guess-limits.ts';
import {
  issueMailLink,
  readMailLink,
  redeemMailLink,
  type ResetPurpose,
} from '../mail/mail-link.ts';
import { findPasswordFault, type PasswordFault } from '../terms/password-policy.ts';
import { findRow, findRowByEmail, writePassword } from '../accounts/store.ts';

/**
 * Sends a link (`/password/reset?token=xml_…`, 30 minutes) if there is such an account; older links stop working.
 * The answer and its time are the same if there is none.
 * @throws AppError TOO_MANY_REQUESTS: 5 an hour per mail address and per visitor's address (D-51)
 */
export async function requestPasswordReset(
  ctx: Context,
  { email, ip }: { email: string; ip?: string | undefined },
): Promise<void> {
  const { resetAddress, mailRecipient } = ctx.config.guessLimits;
  const normalized = parseEmailAddress(email)?.normalized ?? email.trim().toLowerCase();
  if (ip !== undefined) await countAgainst(ctx, resetAddress, ip);
  await countAgainst(ctx, mailRecipient, normalized);
  // After the answer, so that its time tells nothing.
  ctx.defer(sendResetLink(ctx, normalized));
}

/**
 * Sets a new password by a link from a mail. All sessions and grants end, a lockout too: whoever knew the old
 * password is out. The person then signs in.
 * @returns a password's fault leaves the link usable
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<{ ok: true } | { ok: false; reason: 'invalid_link' | PasswordFault }> {
  const seen = await readMailLink(ctx, token);
  if (seen?.kind !== 'reset_password') return { ok: false, reason: 'invalid_link' };
  const fault = await findFault(ctx, password, [seen.emailNormalized, seen.displayName ?? '']);
  if (fault !== undefined) return { ok: false, reason: fault };
  const purpose = await redeemMailLink(ctx, token, ['reset_password']);
  const row = purpose && (await findRow(ctx.db, purpose.accountId));
  if (purpose === undefined || row === undefined || !isMeantFor(purpose, row))
    return { ok: false, reason: 'invalid_link' };
  await setPassword(ctx, row, password, { provesEmail: true });
  await clearPasswordGuesses(ctx, purpose.emailNormalized);
  await cancelEmailChange(ctx, row.id);
  await endSessionsOf(ctx, row.id);
  await revokeGrants(ctx, { accountId: row.id });
  return { ok: true };
}

/**
 * A new password, or the first one of an account with a passkey alone. Every other browser is signed out; sites
 * stay connected.
 * @returns `no_email` for an account without a confirmed address: nobody could sign in with the password
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export async function changePassword(
  ctx: Context,
  signIn: SignIn,
  password: string,
): Promise<{ ok: true } | { ok: false; reason: 'no_email' | PasswordFault }> {
  requireFreshSignIn(ctx, signIn);
  const { account, session } = signIn;
  if (account.emailNormalized === undefined || !account.emailVerified)
    return { ok: false, reason: 'no_email' };
  const known = [account.emailNormalized, account.displayName ?? ''];
  const fault = await findFault(ctx, password, known);
  if (fault !== undefined) return { ok: false, reason: fault };
  const row = await findRow(ctx.db, account.id);
  if (row !== undefined) await setPassword(ctx, row, password, { provesEmail: false });
  if (row?.status === 'locked') await holdGrants(ctx, account.id, 0);
  await endSessionsOf(ctx, account.id, { except: session.id });
  return { ok: true };
}

const findFault = (
  ctx: Context,
  password: string,
  known: readonly string[],
): Promise<PasswordFault | undefined> =>
  findPasswordFault(password, [...known, ctx.config.serviceName]);

async function setPassword(
  ctx: Context,
  row: AccountRow,
  password: string,
  { provesEmail }: { provesEmail: boolean },
): Promise<void> {
  const nowMs = ctx.now();
  const passwordHash = await hashPassword(password);
  const account = toAccount(row, nowMs);
  const notice = prepareNotice(ctx, account, { type: 'password_changed' });
  const change = { passwordHash, nowMs, provesEmail };
  await writePassword(ctx.db, row.id, change, notice.statements);
  notice.announce();
}

const isMeantFor = (purpose: ResetPurpose, row: AccountRow): boolean =>
  row.email_normalized === purpose.emailNormalized &&
  row.password_changed_at_ms === purpose.passwordChangedAtMs;

async function sendResetLink(ctx: Context, emailNormalized: string): Promise<void> {
  const row = await findRowByEmail(ctx.db, emailNormalized);
  if (row === undefined || row.email === null) return;
  const token = await issueMailLink(ctx, {
    only: { kind: 'reset-password', accountId: row.id },
    lifetimeMs: LIFETIMES.resetLinkMs,
    purpose: {
      kind: 'reset_password',
      accountId: row.id,
      emailNormalized,
      passwordChangedAtMs: row.password_changed_at_ms,
      ...(row.display_name !== null && { displayName: row.display_name }),
    },
  });
  const details = { link: `${ctx.config.baseUrl}/password/reset?token=${token}` };
  const { locale } = row;
  await queueMail(ctx, { to: row.email, locale, template: 'reset_password', details });
}
