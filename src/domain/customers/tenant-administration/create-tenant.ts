// Use cases for operators: create a customer, whose first owner is invited by email. Operators
// never see its keys, because its staff create them.
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, notFound } from '../../../errors.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { insertInvitation } from '../team-membership/invitation-store.ts';
import type { Invitation } from '../team-membership/invitation.ts';
import { mailInvitation, makeInvitation } from '../team-membership/invitations.ts';
import { badAddress } from '../team-membership/register-customer.ts';
import { requireNewNames } from '../shown-names/own-name.ts';
import { asConfirmed } from '../shown-names/shown-name.ts';
import { confirmWithTenant } from '../shown-names/store.ts';
import { findNameFault } from '../../terms/name-fault.ts';
import { findTenantOfMember } from '../team-membership/store.ts';
import { parseEmailAddress, type EmailAddress } from '../../terms/email-address.ts';
import type { Residency } from '../../terms/residency.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { requirePlan } from './change-tenant.ts';
import { findTenantRow, insertTenant, readBelongings } from './store.ts';

/** The maximum number of open invitations to a customer that nobody has joined yet. */
const MAX_OPEN = 5;

interface NewTenant {
  name: string;
  /** The customer's plan; null when the service is free of charge. */
  planId: string | null;
  ownerEmail: string;
  /** Whether the operator vouches for a name that looks like someone else's (D-77). */
  confirmsName: boolean;
  /** Where the customer's data is stored; fixed after creation (D-172). */
  residency: Residency;
}

/**
 * @param locale the language of the email
 * @returns the new customer's id
 * @throws AppError VALIDATION_FAILED for the address, the plan, or a name that looks like someone
 *   else's; CONFLICT when the address is already used to sign in to another customer;
 *   TOO_MANY_REQUESTS, limited per email address
 */
export async function createTenant(
  ctx: Context,
  by: Actor,
  { name, planId, ownerEmail, confirmsName, residency }: NewTenant,
  locale: string,
): Promise<string> {
  requireNewNames(ctx, [{ field: 'name', name }], confirmsName);
  const needsWord = findNameFault(name, ctx.config.serviceName) !== undefined;
  const address = await readFreeAddress(ctx, ownerEmail, 'owner_email');
  if (planId !== null) await requirePlan(ctx, planId);
  const id = `ten_${randomToken(16)}`;
  const { invitation, token, tokenHash } = await makeInvitation(ctx, id, address, 'owner');
  const { statement, announce } = prepareAudit(ctx, {
    actor: { ...by, tenantId: id },
    action: 'tenant.create',
    target: { type: 'tenant', id },
    after: { name, plan_id: planId, residency, ...(needsWord && { name_confirmed: true }) },
  });
  const confirmed = { name: asConfirmed(name), confirmedAtMs: ctx.now() };
  const also = needsWord ? [confirmWithTenant(ctx.db, id, confirmed)] : [];
  await insertTenant(ctx.db, { id, name, planId, residency }, [statement, ...also], {
    invitation,
    tokenHash,
  });
  announce();
  await mailInvitation(ctx, invitation, { token, teamName: name, locale });
  return id;
}

/**
 * Invites the first owner again, possibly at a different address, if nobody has joined yet. The
 * newest invitation to an address replaces older ones.
 * @throws AppError as createTenant does; NOT_FOUND; CONFLICT, including when a member has joined,
 *   the customer has ended, or five invitations are open
 */
export async function inviteFirstOwner(
  ctx: Context,
  by: Actor,
  id: string,
  email: string,
  locale: string,
): Promise<Invitation> {
  const tenant = await findTenantRow(ctx.db, id);
  if (tenant === undefined) throw notFound();
  const { counts } = await readBelongings(ctx.db, id, ctx.now());
  if (counts.members > 0 || tenant.state === 'ended')
    throw new AppError(
      'CONFLICT',
      'This customer has members already. Its owners invite further ones.',
    );
  const address = await readFreeAddress(ctx, email, 'email');
  const { invitation, token, tokenHash } = await makeInvitation(ctx, id, address, 'owner');
  const { statement, announce } = prepareAudit(ctx, {
    actor: { ...by, tenantId: id },
    action: 'team.invite',
    target: { type: 'invitation', id: invitation.id },
    after: { role: invitation.role, tenant_id: id },
  });
  const secret = { tokenHash, invitedBy: null };
  const sent = await insertInvitation(ctx.db, invitation, secret, MAX_OPEN, statement);
  if (!sent.ok)
    throw new AppError('CONFLICT', `At most ${MAX_OPEN} invitations can be open at a time.`);
  announce();
  await mailInvitation(ctx, invitation, { token, teamName: sent.teamName, locale });
  return invitation;
}

async function readFreeAddress(ctx: Context, email: string, field: string): Promise<EmailAddress> {
  const address = parseEmailAddress(email);
  if (address === undefined) throw badAddress(field);
  await countAgainst(ctx, [ctx.config.guessLimits.invitationRecipient, address.normalized]);
  if ((await findTenantOfMember(ctx.db, address.normalized)) !== undefined)
    throw new AppError('CONFLICT', 'This email address already belongs to a member of a customer.');
  return address;
}
