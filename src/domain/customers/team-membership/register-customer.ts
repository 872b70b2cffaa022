// Use case: a customer signs up. Its first owner may sign in immediately. The email address may be
// someone else's, so actions that could harm that person (live keys, invitations) are not available
// until the address is confirmed. Until then, the service behaves the same whether or not someone
// else has confirmed the address, so that the registrant cannot find out (D-79).
import type { Context } from '../../../context.ts';
import { hashPassword } from '../../../crypto/password.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError } from '../../../errors.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import type { Residency } from '../../terms/residency.ts';
import { counterOfAddress, countAgainst } from '../../terms/guess-limits.ts';
import { prepareAudit } from '../../platform/audit/record.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { findMember } from '../staff/membership.ts';
import { requireGoodPassword } from '../staff/password-rule.ts';
import { requireNewNames } from '../shown-names/own-name.ts';
import { unauthorized, type StaffTokens } from '../staff/sessions.ts';
import { signInNewMember } from '../staff-authentication/complete-sign-in.ts';
import { mailEmailLink } from '../staff-authentication/verify-email.ts';
import { insertTenantWithOwner } from './store.ts';

interface NewCustomer {
  email: string;
  password: string;
  /** The owner's name. */
  name: string;
  /** The company name that visitors see. */
  company: string;
  /** Where the customer's data is stored; fixed after sign-up (D-172). */
  residency: Residency;
}

/**
 * Registers a customer. Behaves the same for free and taken addresses; the owner of a taken address
 * is notified by email.
 * @param locale the language of the email
 * @throws AppError VALIDATION_FAILED for the address, the password, or a name that looks like
 *   someone else's (D-77); TOO_MANY_REQUESTS, limited per network and per email address
 */
export async function registerCustomer(
  ctx: Context,
  { email, password, name, company, residency }: NewCustomer,
  caller: Caller,
  locale: string,
): Promise<StaffTokens> {
  const address = parseEmailAddress(email);
  if (address === undefined) throw badAddress();
  requireNewNames(ctx, [
    { field: 'company', name: company },
    { field: 'name', name },
  ]);
  const { signUpAddress, mailRecipient } = ctx.config.guessLimits;
  await countAgainst(ctx, ...counterOfAddress(signUpAddress, caller.ip, 'dashboard:'));
  const known = [email, name, company, ctx.config.serviceName];
  await requireGoodPassword(ctx, password, 'password', known);
  // Every attempt that reaches this point sends an email to the address.
  await countAgainst(ctx, [mailRecipient, address.normalized]);
  const tenantId = `ten_${randomToken(16)}`;
  const { statement, announce } = prepareAudit(ctx, {
    actor: { ...caller, audience: 'dashboard', tenantId },
    action: 'tenant.create',
    target: { type: 'tenant', id: tenantId },
    after: { name: company, residency },
  });
  const owner = {
    email: address.written,
    emailNormalized: address.normalized,
    name,
    passwordHash: await hashPassword(password),
  };
  const tenant = { id: tenantId, name: company, residency };
  const id = await insertTenantWithOwner(ctx.db, tenant, owner, ctx.now(), statement);
  const member =
    id === undefined ? undefined : await findMember(ctx, { audience: 'dashboard', tenantId }, id);
  if (member === undefined) throw unauthorized();
  announce();
  const tokens = await signInNewMember(ctx, member, caller);
  // Deferred, because the work differs for a taken address, and the registrant must not be able to
  // time it.
  ctx.defer(mailEmailLink(ctx, member, locale));
  return tokens;
}

/** @throws AppError EMAIL_NOT_VERIFIED */
export function requireVerifiedEmail({ emailVerified }: StaffMember): void {
  if (!emailVerified)
    throw new AppError(
      'EMAIL_NOT_VERIFIED',
      'Confirm your email address first, with the link in the email that we sent you.',
    );
}

/** @param field the name of the request field */
export function badAddress(field = 'email'): AppError {
  const message = `${field} is not an email address.`;
  return new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
}
