// A customer signs up. Its first owner may sign in at once; what could harm the real owner of a borrowed address (live
// keys, invitations) waits until the address is confirmed.
import type { Context } from '../../context.ts';
import { hashPassword } from '../../crypto/password.ts';
import { randomToken } from '../../crypto/random.ts';
import { AppError } from '../../errors.ts';
import { parseEmailAddress } from '../terms/email-address.ts';
import { countAgainst } from '../terms/guess-limits.ts';
import { prepareAudit } from '../audit/record.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { findMember } from '../staff/membership.ts';
import { requireGoodPassword } from '../staff/password-rule.ts';
import { completeStaffSignIn } from '../staff-authentication/complete-sign-in.ts';
import type { StaffTokens } from '../staff/sessions.ts';
import { sendEmailLink } from '../staff-authentication/verify-email.ts';
import { insertTenantWithOwner, isEmailTaken } from './store.ts';

interface NewCustomer {
  email: string;
  password: string;
  /** The owner's. */
  name: string;
  /** What visitors will read. */
  company: string;
}

/**
 * @param locale the language of the mail
 * @throws AppError VALIDATION_FAILED for the address or the password; CONFLICT when the address is taken;
 *   TOO_MANY_REQUESTS per caller and per mail address
 */
export async function registerCustomer(
  ctx: Context,
  { email, password, name, company }: NewCustomer,
  caller: Caller,
  locale: string,
): Promise<StaffTokens> {
  const address = parseEmailAddress(email);
  if (address === undefined) throw badAddress();
  const known = [email, name, company, ctx.config.serviceName];
  await requireGoodPassword(password, 'password', known);
  await countAgainst(ctx, [ctx.config.guessLimits.signUpAddress, `dashboard:${caller.ip}`]);
  if (await isEmailTaken(ctx.db, address.normalized)) throw takenAddress();
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
  if (member === undefined) throw takenAddress();
  announce();
  ctx.defer(sendEmailLink(ctx, member, locale));
  return completeStaffSignIn(ctx, member, { method: 'password', caller });
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

export const takenAddress = (): AppError =>
  new AppError('CONFLICT', 'There is a sign-in with this mail address already.');
