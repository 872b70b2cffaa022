// Finds or creates the member that a staff identity provider has authenticated. Members are
// identified by the provider's subject, never by an email address alone (D-159, D-162).
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { prepareAudit } from '../../platform/audit/record.ts';
import type { EmailAddress } from '../../terms/email-address.ts';
import { prepareUnprovenEnd } from '../staff-authentication/unproven-customers.ts';
import { domainOf } from '../single-sign-on/domain-name.ts';
import { findDomain, findHolder } from '../single-sign-on/domain-store.ts';
import type { SsoSetting } from '../single-sign-on/sso-setting.ts';
import { requireOwnNames } from '../shown-names/own-name.ts';
import { findStaffBySubject, hasIdentity, linkOwnerAfterChange } from '../staff/identity-store.ts';
import type { Caller } from '../staff/member.ts';
import type { ProviderProof } from '../staff/provider-proof.ts';
import { findStaffByEmail } from '../staff/store.ts';
import type { StaffRow } from '../staff/staff-row.ts';
import { findTenantOfMember } from '../team-membership/store.ts';
import type { ProviderClaims } from './exchange-code.ts';
import { SsoRefused } from './faults.ts';
import { makeOperator } from './make-operator.ts';
import { addressOf, namesOf, roleOf } from './person-claims.ts';
import { findInvitationOf, hasOwnProof, insertNewcomer } from './store.ts';

interface Found {
  row: StaffRow;
  address: EmailAddress;
  /**
   * `known`: already linked to the provider; `new`: created and linked by this sign-in; `bare`: has
   * neither password nor passkey, and can therefore sign in only with the provider; `own`: has a
   * password or a passkey, which must be verified first.
   */
  how: 'known' | 'new' | 'bare' | 'own';
}

/** @throws SsoRefused */
export async function findMemberOf(
  ctx: Context,
  setting: SsoSetting,
  proof: ProviderProof,
  claims: ProviderClaims,
  caller: Caller,
): Promise<Found> {
  const address = addressOf(claims);
  const known = await findStaffBySubject(ctx.db, proof);
  await requireOwnDomain(ctx, setting, address, known !== undefined);
  if (known !== undefined) return { row: known, address, how: 'known' };
  const found = await findByAddress(ctx, setting, proof, address);
  if (found !== undefined) return { ...found, address };
  const { tenantId } = setting.scope;
  const row = await (tenantId === undefined
    ? makeOperator(ctx, setting, proof, claims, caller)
    : makeMember(ctx, { ...setting, tenantId }, proof, claims, caller));
  if (row !== undefined) return { row, address, how: 'new' };
  // Another sign-in created the member concurrently.
  const made = await findStaffBySubject(ctx.db, proof);
  if (made === undefined)
    throw new SsoRefused(tenantId === undefined ? 'subject_changed' : 'other_team');
  return { row: made, address, how: 'known' };
}

/**
 * Checks the domain of the address. The operators' domains are listed in their single sign-on
 * setting (D-162). A customer must have proven its domain; a lapsed domain admits only members who
 * are already linked, and nobody once another customer has proven the domain.
 */
async function requireOwnDomain(
  { db }: Context,
  { scope: { tenantId }, domains }: SsoSetting,
  { normalized }: EmailAddress,
  isKnown: boolean,
): Promise<void> {
  const domain = domainOf(normalized);
  if (tenantId === undefined) {
    if (!domains.includes(domain)) throw new SsoRefused('foreign_domain');
    return;
  }
  const own = await findDomain(db, tenantId, domain);
  if (own?.state === 'proven') return;
  const holder = own?.state === 'lapsed' ? await findHolder(db, domain) : undefined;
  if (holder?.tenantId !== tenantId) throw new SsoRefused('foreign_domain');
  if (!isKnown) throw new SsoRefused('domain_lapsed');
}

/**
 * Finds the operator, or the member of the customer's team, who has that address and is not linked
 * to the provider yet.
 * @throws SsoRefused when that member is already linked, or the address belongs to another team
 */
async function findByAddress(
  { db }: Context,
  { scope }: SsoSetting,
  { issuer }: ProviderProof,
  { normalized }: EmailAddress,
): Promise<Pick<Found, 'row' | 'how'> | undefined> {
  const { audience, tenantId } = scope;
  const row = await findStaffByEmail(db, scope, normalized);
  if (row !== undefined) {
    // If the provider has given the address to a different person, that person may not sign in as
    // this member.
    if (await hasIdentity(db, row.id, issuer)) throw new SsoRefused('subject_changed');
    // A directory creates members before anyone confirms their address, which may by now belong to
    // a member of another team.
    const isOpen = audience === 'dashboard' && row.email_verified_at_ms === null;
    const owner = isOpen && (await findTenantOfMember(db, normalized));
    if (typeof owner === 'string' && owner !== tenantId) throw new SsoRefused('other_team');
    return { row, how: (await hasOwnProof(db, row)) ? 'own' : 'bare' };
  }
  const holder = audience === 'admin' ? undefined : await findTenantOfMember(db, normalized);
  if (holder !== undefined) throw new SsoRefused('other_team');
  return undefined;
}

/**
 * Creates a member with the role from the person's invitation or, without one, a role from the
 * single sign-on setting.
 * @returns undefined when another request has created the member in the meantime
 * @throws SsoRefused
 */
async function makeMember(
  ctx: Context,
  setting: SsoSetting & { tenantId: string },
  proof: ProviderProof,
  claims: ProviderClaims,
  caller: Caller,
): Promise<StaffRow | undefined> {
  const { tenantId } = setting;
  const { written: email, normalized: emailNormalized } = addressOf(claims);
  const nowMs = ctx.now();
  const invitation = await findInvitationOf(ctx.db, tenantId, emailNormalized, nowMs);
  const given = setting.defaultRole === null ? undefined : roleOf(claims, setting);
  const role = invitation?.role ?? given ?? setting.defaultRole;
  if (role === null) throw new SsoRefused('not_invited');
  const name = await chooseName(
    ctx,
    tenantId,
    namesOf(claims, { written: email, normalized: emailNormalized }),
  );
  const { statement, announce } = prepareAudit(ctx, {
    actor: { ...caller, audience: 'dashboard', tenantId },
    action: 'team.join',
    target: invitation
      ? { type: 'invitation', id: invitation.id }
      : { type: 'tenant', id: tenantId },
    after: { role, issuer: setting.issuer },
  });
  const others = await prepareUnprovenEnd(ctx, { emailNormalized }, nowMs);
  const newcomer = { tenantId, email, emailNormalized, name, role, invitationId: invitation?.id };
  const link = linkOwnerAfterChange(ctx.db, proof, emailNormalized, nowMs);
  const together = [statement, link, ...others.statements];
  const row = await insertNewcomer(ctx.db, newcomer, nowMs, together);
  if (row === undefined) return undefined;
  announce();
  await others.finish();
  return row;
}

/**
 * Chooses the first of the candidate names that does not look like someone else's (D-77). The last
 * candidate comes from the address, as for invited members, and is not checked.
 */
async function chooseName(
  ctx: Context,
  tenantId: string,
  names: readonly string[],
): Promise<string> {
  const [name = '', ...rest] = names;
  if (rest.length === 0) return name;
  try {
    await requireOwnNames(ctx, tenantId, [{ field: 'name', name }]);
    return name;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION_FAILED') throw error;
    return chooseName(ctx, tenantId, rest);
  }
}
