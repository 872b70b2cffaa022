// Confirming that a mail address is the member's: a link, good once, for a day, and only the newest one. It shows that the
// mail arrived, not that its reader is who signed up: that takes the password (D-64).
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { checkPassword } from '../../crypto/password.ts';
import { AppError } from '../../errors.ts';
import { actorFor, prepareAudit } from '../audit/record.ts';
import { issueMailLink, readMailLink, useMailLink } from '../mail/mail-link.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { findStaff, markEmailVerified, toMember, type StaffRow } from '../staff/store.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { countAgainst, tooManyGuesses } from '../terms/guess-limits.ts';
import { countPasswordGuess } from '../terms/password-guesses.ts';
import { auditFailedSignIn } from './complete-sign-in.ts';
import { requestStaffReset } from './reset-password.ts';

/**
 * Sends the link again. Older ones stop working.
 * @param locale the language of the mail
 * @throws AppError CONFLICT when the address is confirmed already; TOO_MANY_REQUESTS per mail address
 */
export async function sendEmailLink(
  ctx: Context,
  member: StaffMember,
  locale: string,
): Promise<void> {
  const emailNormalized = parseEmailAddress(member.email)?.normalized;
  if (member.emailVerified || emailNormalized === undefined)
    throw new AppError('CONFLICT', 'This mail address is confirmed already.');
  await countAgainst(ctx, [ctx.config.guessLimits.mailRecipient, emailNormalized]);
  await mailEmailLink(ctx, member, locale);
}

/** As sendEmailLink, for a mail that was counted and an address that is not confirmed. */
export async function mailEmailLink(
  ctx: Context,
  member: StaffMember,
  locale: string,
): Promise<void> {
  const emailNormalized = parseEmailAddress(member.email)?.normalized ?? '';
  const token = await issueMailLink(ctx, {
    only: { kind: 'staff-email', ownerId: member.id },
    lifetimeMs: LIFETIMES.confirmLinkMs,
    purpose: { kind: 'staff_email', staffId: member.id, emailNormalized },
  });
  const link = `${ctx.config.baseUrl}/${member.audience}/v1/auth/verify-page?token=${token}`;
  const details = { link, email: member.email };
  await queueMail(ctx, { to: member.email, locale, template: 'confirm_staff_mail', details });
}

interface Confirmation {
  /** `xml_…` from the link. */
  token: string;
  /** Of the sign-up: the reader of the mail may be another person. */
  password: string;
}

/**
 * What is wrong changes nothing and leaves the link good (D-64).
 * @throws AppError INVALID_TOKEN alike for unknown, used, expired and replaced links; INVALID_CREDENTIALS for a wrong
 *   password; TOO_MANY_REQUESTS as for sign-ins (D-62)
 */
export async function verifyStaffEmail(
  ctx: Context,
  { token, password }: Confirmation,
  caller: Caller,
): Promise<void> {
  await requirePasswordOf(ctx, await findMemberOfLink(ctx, token), password, caller);
  const isDone = await useMailLink(ctx, token, ['staff_email'], async (link) => {
    const row = await findStaff(ctx.db, link.staffId);
    if (row === undefined) return false;
    const { statement, announce } = prepareAudit(ctx, {
      actor: actorFor(toMember(row), caller),
      action: 'auth.email_verify',
      target: { type: 'staff', id: row.id },
    });
    if (await markEmailVerified(ctx.db, row.id, link.emailNormalized, ctx.now(), statement))
      announce();
    return true;
  });
  if (isDone !== true) throw deadLink();
}

/**
 * For whoever owns the address and did not sign up: mails a link for a new password, which removes what was made (D-64).
 * Nothing changes before that one is used.
 * @param urlOf as in requestStaffReset
 * @returns the address it was sent to
 * @throws AppError INVALID_TOKEN as verifyStaffEmail, and once the address is confirmed; TOO_MANY_REQUESTS
 */
export async function disownSignUp(
  ctx: Context,
  token: string,
  caller: Caller,
  urlOf: (token: string) => string,
): Promise<string> {
  const { audience, email, email_verified_at_ms } = await findMemberOfLink(ctx, token);
  if (email_verified_at_ms !== null) throw deadLink();
  await requestStaffReset(ctx, audience, email, caller, urlOf);
  return email;
}

/** Uses nothing up. */
async function findMemberOfLink(ctx: Context, token: string): Promise<StaffRow> {
  const link = await readMailLink(ctx, token);
  const row = link?.kind === 'staff_email' ? await findStaff(ctx.db, link.staffId) : undefined;
  if (row === undefined) throw deadLink();
  return row;
}

/** One guess, counted with those of signing in: the link gives nobody further ones. */
async function requirePasswordOf(
  ctx: Context,
  row: StaffRow,
  password: string,
  caller: Caller,
): Promise<void> {
  const owner = { realm: row.audience, emailNormalized: row.email_normalized };
  const guess = await countPasswordGuess(ctx, owner, caller);
  if (!guess.ok) throw tooManyGuesses(ctx, ctx.config.guessLimits.staffSignIn, guess.lockedUntilMs);
  if (!(await checkPassword(password, row.password_hash ?? undefined)).ok) {
    auditFailedSignIn(ctx, row, 'password', caller);
    throw new AppError('INVALID_CREDENTIALS', 'This is not the password of this sign-up.');
  }
  await guess.refund();
}

const deadLink = (): AppError =>
  new AppError('INVALID_TOKEN', 'The link is not valid any more. Ask for a new one.');
