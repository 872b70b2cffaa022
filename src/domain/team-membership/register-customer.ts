// A customer signs up. Its first owner may sign in at once; what could harm the real owner of a borrowed address (live
// keys, invitations) waits until the address is confirmed.
import type { Context } from '../../context.ts';
import { hashPassword } from '../../crypto/password.ts';
import { randomToken } from '../../crypto/random.ts';
import { AppError } from '../../errors.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { counterOfAddress, countAgainst } from '../terms/guess-limits.ts';
import { prepareAudit } from '../audit/record.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { findMember } from '../staff/membership.ts';
import { requireGoodPassword } from '../staff/password-rule.ts';
import { signInNewMember } from '../staff-authentication/complete-sign-in.ts';
import type { StaffTokens } from '../staff/sessions.ts';
import { mailEmailLink } from '../staff-authentication/verify-email.ts';
import { findTenantOfMember, insertTenantWithOwner } from './store.ts';

interface NewCustomer {
  email: string;
  password: string;
  /** The owner's. */
  name: string;
  /** What visitors will read. */
  company: string;
}

/**
 * A taken address is refused, and its owner notified by mail. Attempts are counted before the look-up (D-79).
 * @param locale the language of the mail
 * @throws AppError VALIDATION_FAILED for the address or the password; CONFLICT when the address is taken;
 *   TOO_MANY_REQUESTS per network, per mail address, and per network after a few taken ones
 */
export async function registerCustomer(
  ctx: Context,
  { email, password, name, company }: NewCustomer,
  caller: Caller,
  locale: string,
): Promise<StaffTokens> {
  const address = parseEmailAddress(email);
  if (address === undefined) throw badAddress();
  const { signUpAddress, mailRecipient, takenAddresses } = ctx.config.guessLimits;
  await countAgainst(ctx, ...counterOfAddress(signUpAddress, caller.ip, 'dashboard:'));
  const known = [email, name, company, ctx.config.serviceName];
  await requireGoodPassword(password, 'password', known);
  // Every attempt that comes this far mails the address.
  await countAgainst(ctx, [mailRecipient, address.normalized]);
  const probe = await countAgainst(ctx, ...counterOfAddress(takenAddresses, caller.ip));
  if ((await findTenantOfMember(ctx.db, address.normalized)) !== undefined)
    throw refuseTaken(ctx, address.written, locale);
  const tenantId = `ten_${randomToken(16)}`;
  const { statement, announce } = prepareAudit(ctx, {
    actor: { ...caller, audience: 'dashboard', tenantId },
    action: 'tenant.create',
    target: { type: 'tenant', id: tenantId },
    after: { name: company },
  });
  const owner = {
    email: address.written,
    emailNormalized: address.normalized,
    name,
    passwordHash: await hashPassword(password),
  };
  const tenant = { id: tenantId, name: company };
  const id = await insertTenantWithOwner(ctx.db, tenant, owner, ctx.now(), statement);
  const member =
    id === undefined ? undefined : await findMember(ctx, { audience: 'dashboard', tenantId }, id);
  if (member === undefined) throw refuseTaken(ctx, address.written, locale);
  announce();
  ctx.defer(mailEmailLink(ctx, member, locale));
  await probe.refund();
  return signInNewMember(ctx, member, caller);
}

/** @throws AppError EMAIL_NOT_VERIFIED */
export function requireVerifiedEmail({ emailVerified }: StaffMember): void {
  if (!emailVerified)
    throw new AppError(
      'EMAIL_NOT_VERIFIED',
      'Confirm your mail address first: the link is in the mail we sent you.',
    );
}

/** Of a request's member `email`. */
export function badAddress(): AppError {
  const message = 'email is not a mail address.';
  return new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'email', message }] });
}

/** @returns AppError CONFLICT; the owner of the address gets a mail */
function refuseTaken(ctx: Context, to: string, locale: string): AppError {
  ctx.defer(queueMail(ctx, { to, locale, template: 'registration_taken', details: {} }));
  return new AppError('CONFLICT', 'There is a sign-in with this mail address already.');
}
