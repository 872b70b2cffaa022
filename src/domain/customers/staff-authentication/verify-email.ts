// Confirms, with an emailed link, that an email address belongs to the member. Only the newest link
// works; it can be used once, within a day. The link proves that the email arrived, but not that
// its reader is the person who signed up; for that, the password is required (D-64). Many people
// may have signed up with one address, and only one can confirm it (D-79).
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { checkPassword } from '../../../crypto/password.ts';
import { AppError, UsedLink } from '../../../errors.ts';
import { actorFor, prepareAudit } from '../../platform/audit/record.ts';
import {
  issueMailLink,
  readDoneMailLink,
  readMailLink,
  useMailLink,
  type StaffEmailPurpose,
} from '../../platform/mail/mail-link.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { StaffAudience, Caller, StaffMember } from '../staff/member.ts';
import { findStaff, findStaffByEmail, markEmailVerified } from '../staff/store.ts';
import { toMember, type StaffRow } from '../staff/staff-row.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { countAgainst, tooManyGuesses } from '../../terms/guess-limits.ts';
import { countPasswordGuess } from '../../terms/password-guesses.ts';
import { auditFailedSignIn } from './complete-sign-in.ts';
import { ownerOf } from './staff-limits.ts';
import { endUnproven, prepareUnprovenEnd } from './unproven-customers.ts';

/**
 * Emails a new link, which invalidates older ones. The email is sent after the response, so that
 * the response does not reveal whether the address is taken.
 * @param locale the language of the email
 * @throws AppError CONFLICT when the address is already confirmed; TOO_MANY_REQUESTS, limited per
 *   email address
 */
export async function sendEmailLink(
  ctx: Context,
  member: StaffMember,
  locale: string,
): Promise<void> {
  const emailNormalized = parseEmailAddress(member.email)?.normalized;
  if (member.emailVerified || emailNormalized === undefined)
    throw new AppError('CONFLICT', 'This email address is confirmed already.');
  await countAgainst(ctx, [ctx.config.guessLimits.mailRecipient, emailNormalized]);
  ctx.defer(mailEmailLink(ctx, member, locale));
}

/**
 * Like sendEmailLink, but for callers that have already counted the email against the limits, and
 * only for a member who has not confirmed the address. If another member has confirmed it, the
 * email is a notice of the sign-up instead (D-79).
 */
export async function mailEmailLink(
  ctx: Context,
  member: StaffMember,
  locale: string,
): Promise<void> {
  const emailNormalized = parseEmailAddress(member.email)?.normalized ?? '';
  const to = { to: member.email, locale };
  if (await isProven(ctx, member.audience, emailNormalized))
    return queueMail(ctx, { ...to, template: 'registration_taken', details: {} });
  const token = await issueMailLink(ctx, {
    only: { kind: 'staff-email', ownerId: member.id },
    lifetimeMs: LIFETIMES.confirmLinkMs,
    purpose: { kind: 'staff_email', staffId: member.id, emailNormalized },
  });
  const link = `${ctx.config.baseUrl}/${member.audience}/v1/auth/verify-page?token=${token}`;
  const details = { link, email: member.email };
  await queueMail(ctx, { ...to, template: 'confirm_staff_mail', details });
}

const isProven = async (
  ctx: Context,
  audience: StaffAudience,
  emailNormalized: string,
): Promise<boolean> =>
  (await findStaffByEmail(ctx.db, { audience }, emailNormalized)) !== undefined;

interface Confirmation {
  /** The token from the link, `xml_…`. */
  token: string;
  /**
   * The password chosen at sign-up. It is required because the person who opens the email may not
   * be the person who signed up.
   */
  password: string;
}

/**
 * Confirms the address, and ends all other sign-ups with the same address in the same batch. A
 * failed call changes nothing and leaves the link valid (D-64). A retry with the same password
 * after a lost response gets the same response (D-136).
 * @throws AppError INVALID_TOKEN for unknown, expired and replaced links; INVALID_CREDENTIALS for a
 *   wrong password; UNAVAILABLE while the link is being used; CONFLICT if the address has already
 *   been confirmed; TOO_MANY_REQUESTS as for sign-ins (D-62)
 */
export async function verifyStaffEmail(
  ctx: Context,
  { token, password }: Confirmation,
  caller: Caller,
): Promise<void> {
  await requirePasswordOf(ctx, await findMemberOfLink(ctx, token), password, caller);
  const proof = await useMailLink(ctx, token, ['staff_email'], {
    work: (link) => prove(ctx, link, caller),
    isDone: (found) => found === 'done',
  });
  if (proof === undefined && (await findProven(ctx, token)) !== undefined) return;
  if (proof === 'taken') throw addressTaken();
  if (proof !== 'done') throw deadLink();
}

async function prove(
  ctx: Context,
  { staffId, emailNormalized }: StaffEmailPurpose,
  caller: Caller,
): Promise<'done' | 'taken' | 'gone'> {
  const row = await findStaff(ctx.db, staffId);
  if (row === undefined) return refusal(ctx, emailNormalized);
  const nowMs = ctx.now();
  const { statement, announce } = prepareAudit(ctx, {
    actor: actorFor(toMember(row), caller),
    action: 'auth.email_verify',
    target: { type: 'staff', id: row.id },
  });
  const others = await prepareUnprovenEnd(ctx, { emailNormalized }, nowMs);
  const together = [statement, ...others.statements];
  if (await markEmailVerified(ctx.db, row.id, emailNormalized, nowMs, together)) {
    announce();
    await others.finish();
    return 'done';
  }
  // If an earlier call succeeded and its response was lost, the address is already confirmed.
  const now = await findStaff(ctx.db, staffId);
  return typeof now?.email_verified_at_ms === 'number' ? 'done' : refusal(ctx, emailNormalized);
}

/**
 * Why a sign-up cannot be confirmed: someone else has confirmed its address, or the sign-up has
 * ended.
 */
const refusal = async (ctx: Context, emailNormalized: string): Promise<'taken' | 'gone'> =>
  (await isProven(ctx, 'dashboard', emailNormalized)) ? 'taken' : 'gone';

/**
 * Removes the customer and everything that was created for it, at the request of the address's
 * owner, who did not sign up (D-64).
 * @throws AppError INVALID_TOKEN as in verifyStaffEmail, and once the address is confirmed
 */
export async function disownSignUp(ctx: Context, token: string, caller: Caller): Promise<void> {
  const end = async ({ staffId }: StaffEmailPurpose): Promise<boolean> => {
    const row = await findStaff(ctx.db, staffId);
    if (row === undefined) return true;
    if (row.email_verified_at_ms !== null || row.tenant_id === null) return false;
    const { statement, announce } = prepareAudit(ctx, {
      actor: { ...caller, audience: row.audience, tenantId: row.tenant_id },
      action: 'tenant.end',
      target: { type: 'tenant', id: row.tenant_id },
    });
    await endUnproven(ctx, { staffId }, ctx.now(), [statement]);
    announce();
    return true;
  };
  const isDone = (isEnded: boolean): boolean => isEnded;
  const isEnded = await useMailLink(ctx, token, ['staff_email'], { work: end, isDone });
  if (isEnded === true) return;
  const done = isEnded === undefined ? await readDoneMailLink(ctx, token) : undefined;
  if (done?.kind !== 'staff_email') throw deadLink();
  // If the member still exists, this link confirmed the address. Otherwise, the link already ended
  // the sign-up, and the response was lost.
  if ((await findStaff(ctx.db, done.staffId)) !== undefined) throw new UsedLink();
}

/** @returns the member whose address was confirmed with this link */
async function findProven(ctx: Context, token: string): Promise<StaffRow | undefined> {
  const done = await readDoneMailLink(ctx, token);
  const row = done?.kind === 'staff_email' ? await findStaff(ctx.db, done.staffId) : undefined;
  return typeof row?.email_verified_at_ms === 'number' ? row : undefined;
}

/**
 * Finds the member without using the link up.
 * @throws AppError INVALID_TOKEN; CONFLICT when the sign-up has ended because someone else
 *   confirmed its address
 */
async function findMemberOfLink(ctx: Context, token: string): Promise<StaffRow> {
  const link = await readMailLink(ctx, token);
  const proven = link === undefined ? await findProven(ctx, token) : undefined;
  if (proven !== undefined) return proven;
  if (link?.kind !== 'staff_email') throw deadLink();
  const row = await findStaff(ctx.db, link.staffId);
  if (row !== undefined) return row;
  throw (await refusal(ctx, link.emailNormalized)) === 'taken' ? addressTaken() : deadLink();
}

/**
 * Requires the password. Guesses are counted together with those at sign-in, so that the link
 * allows no additional guesses.
 */
async function requirePasswordOf(
  ctx: Context,
  row: StaffRow,
  password: string,
  caller: Caller,
): Promise<void> {
  const guess = await countPasswordGuess(ctx, ownerOf(toMember(row)), caller);
  if (!guess.ok) throw tooManyGuesses(ctx, ctx.config.guessLimits.staffSignIn, guess.lockedUntilMs);
  if (!(await checkPassword(password, row.password_hash ?? undefined)).ok) {
    auditFailedSignIn(ctx, row, 'password', caller);
    throw new AppError(
      'INVALID_CREDENTIALS',
      'This is not the password that was chosen at sign-up.',
    );
  }
  await guess.refund();
}

const deadLink = (): AppError =>
  new AppError('INVALID_TOKEN', 'This link is no longer valid. Ask for a new one.');

const addressTaken = (): AppError =>
  new AppError('CONFLICT', 'This email address was already confirmed for another customer.');
