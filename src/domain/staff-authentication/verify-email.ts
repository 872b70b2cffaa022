// Confirming that a mail address is the member's: a link, good once, for a day, and only the newest one.
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { actorFor, recordAudit } from '../audit/record.ts';
import { issueMailLink, redeemMailLink } from '../mail/mail-link.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { findStaff, markEmailVerified, toMember } from '../staff/store.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { countAgainst } from '../terms/guess-limits.ts';

/**
 * Sends the link. Older ones stop working.
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
  const token = await issueMailLink(ctx, {
    only: { kind: 'staff-email', ownerId: member.id },
    lifetimeMs: LIFETIMES.confirmLinkMs,
    purpose: { kind: 'staff_email', staffId: member.id, emailNormalized },
  });
  const link = `${ctx.config.baseUrl}/${member.audience}/v1/auth/verify-page?token=${token}`;
  const details = { link, email: member.email };
  await queueMail(ctx, { to: member.email, locale, template: 'confirm_new_mail', details });
}

/** @throws AppError INVALID_TOKEN alike for unknown, used, expired and replaced links */
export async function verifyStaffEmail(ctx: Context, token: string, caller: Caller): Promise<void> {
  const link = await redeemMailLink(ctx, token, ['staff_email']);
  const row = link && (await findStaff(ctx.db, link.staffId));
  if (link === undefined || row === undefined)
    throw new AppError('INVALID_TOKEN', 'The link is not valid any more. Ask for a new one.');
  const { staffId, emailNormalized } = link;
  if (!(await markEmailVerified(ctx.db, staffId, emailNormalized, ctx.now()))) return;
  await recordAudit(ctx, {
    actor: actorFor(toMember(row), caller),
    action: 'auth.email_verify',
    target: { type: 'staff', id: staffId },
  });
}
