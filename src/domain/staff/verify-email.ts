// Proving that a mail address is the member's: a link, good once, for a day, and only the newest one.
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { randomToken } from '../../crypto/random.ts';
import { MAIL_LINK_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError } from '../../errors.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { countAgainst } from '../terms/guess-limits.ts';
import { actorFor, recordAudit } from '../audit/record.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Caller, StaffMember } from './member.ts';
import { findStaff, markEmailVerified, toMember } from './store.ts';

interface EmailLink {
  kind: 'staff_email';
  staffId: number;
  emailNormalized: string;
}

/**
 * Sends the link. Older ones die.
 * @param locale the language of the mail
 * @throws AppError CONFLICT when there is nothing to prove; TOO_MANY_REQUESTS per mail address
 */
export async function sendEmailLink(
  ctx: Context,
  member: StaffMember,
  locale: string,
): Promise<void> {
  const emailNormalized = parseEmailAddress(member.email)?.normalized;
  if (member.emailVerified || emailNormalized === undefined)
    throw new AppError('CONFLICT', 'This mail address is confirmed already.');
  await countAgainst(ctx, ctx.config.guessLimits.mailRecipient, emailNormalized);
  const objectId = ctx.objects.namedOneTimeTokenId(`staff-email:${member.id}`);
  const secret = randomToken(32);
  const payload: EmailLink = { kind: 'staff_email', staffId: member.id, emailNormalized };
  await ctx.objects
    .oneTimeToken(objectId)
    ?.issue(await sha256Hex(secret), JSON.stringify(payload), ctx.now() + LIFETIMES.confirmLinkMs);
  const token = formatToken({ prefix: MAIL_LINK_TOKEN, objectId, secret });
  const link = `${ctx.config.baseUrl}/${member.audience}/v1/auth/verify-page?token=${token}`;
  const details = { link, email: member.email };
  await queueMail(ctx, { to: member.email, locale, template: 'confirm_new_mail', details });
}

/** @throws AppError INVALID_TOKEN alike for unknown, used, late and replaced links */
export async function verifyStaffEmail(ctx: Context, token: string, caller: Caller): Promise<void> {
  const parsed = parseToken(token);
  const object =
    parsed?.prefix === MAIL_LINK_TOKEN ? ctx.objects.oneTimeToken(parsed.objectId) : undefined;
  if (parsed === undefined || object === undefined) throw deadLink();
  const secretHash = await sha256Hex(parsed.secret);
  // A link that is for something else stays as it is.
  if (readLink(await object.peek(secretHash)) === undefined) throw deadLink();
  const link = readLink(await object.redeem(secretHash));
  const row = link === undefined ? undefined : await findStaff(ctx.db, link.staffId);
  if (link === undefined || row === undefined) throw deadLink();
  const { staffId, emailNormalized } = link;
  if (!(await markEmailVerified(ctx.db, staffId, emailNormalized, ctx.now()))) return;
  await recordAudit(ctx, {
    actor: actorFor(toMember(row), caller),
    action: 'auth.email_verify',
    target: { type: 'staff', id: staffId },
  });
}

function readLink(answer: { ok: true; payload: string } | { ok: false }): EmailLink | undefined {
  const link = answer.ok ? (JSON.parse(answer.payload) as Partial<EmailLink>) : undefined;
  return link?.kind === 'staff_email' ? (link as EmailLink) : undefined;
}

const deadLink = (): AppError =>
  new AppError('INVALID_TOKEN', 'The link is not valid any more. Ask for a new one.');
