// Use cases for a customer's directory: creating, changing and removing members (D-160). Suspending
// or removing a member signs them out in the same write; what they created, such as API keys,
// stays.
import type { Context } from '../../../context.ts';
import { AppError, notFound, ScimError } from '../../../errors.ts';
import { matchLocale } from '../../terms/locale.ts';
import { parseEmailAddress, type EmailAddress } from '../../terms/email-address.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { differences } from '../../platform/audit/differences.ts';
import { prepareAuditOfInsert } from '../../platform/audit/record.ts';
import type { StaffMember } from '../staff/member.ts';
import { changeMember, removeMember, type MemberChanges } from '../staff/membership.ts';
import { toMember } from '../staff/staff-row.ts';
import { requireOwnNames } from '../shown-names/own-name.ts';
import { mailInvitation, mailTaken, makeInvitation } from '../team-membership/invitations.ts';
import { formatMemberId, parseMemberId } from '../team/member-id.ts';
import type { Role } from '../team/rights.ts';
import { readTeamMember } from '../team/team.ts';
import type { ScimComparison } from './filter.ts';
import {
  findMemberRows,
  insertUser,
  inviteAgain,
  readPlace,
  type MemberFilter,
  type PlaceOfAddress,
} from './member-store.ts';
import type { Provisioner } from './scim-token.ts';
import { shownNameOf, type UserAttributes } from './user-attributes.ts';

/** The maximum number of members of a customer, beyond which its directory cannot create more. */
const MAX_MEMBERS = 1_000;
const KEPT: Role = 'owner';

/** The attributes used to look up members, in lower case, as the filter parser returns them. */
export const USER_FILTERS = [
  'id',
  'username',
  'externalid',
  'active',
  'emails',
  'emails.value',
  'emails.type',
] as const;

/**
 * @param comparisons the comparisons that a member must meet, each on one of the attributes in
 *   USER_FILTERS
 * @returns members, in order of creation
 */
export async function findUsers(
  ctx: Context,
  { by }: Provisioner,
  comparisons: readonly ScimComparison[],
  page: { offset: number; limit: number },
): Promise<{ rows: StaffMember[]; total: number }> {
  const { rows, total } = await findMemberRows(
    ctx.db,
    by.tenantId,
    toMemberFilter(comparisons),
    page,
  );
  return { rows: rows.map(toMember), total };
}

/**
 * @param id the member's id, `mem_…`
 * @throws AppError NOT_FOUND, including for a member of another customer
 */
export const readUser = (ctx: Context, { by }: Provisioner, id: string): Promise<StaffMember> =>
  readTeamMember(ctx, by.tenantId, id);

function toMemberFilter(comparisons: readonly ScimComparison[]): MemberFilter {
  const filter: MemberFilter = {
    ids: [],
    addresses: [],
    externalIds: [],
    active: [],
    nobody: false,
  };
  const keep = <T>(list: T[], value: T | undefined): void => {
    if (value === undefined) filter.nobody = true;
    else list.push(value);
  };
  for (const { attribute, value } of comparisons) {
    const text = typeof value === 'string' ? value : undefined;
    if (attribute === 'id') keep(filter.ids, parseMemberId(text ?? ''));
    else if (attribute === 'externalid') keep(filter.externalIds, text);
    else if (attribute === 'active')
      keep(filter.active, typeof value === 'boolean' ? value : undefined);
    // Every address in this service is of type `work`.
    else if (attribute === 'emails.type') filter.nobody ||= text?.toLowerCase() !== 'work';
    else keep(filter.addresses, parseEmailAddress(text ?? '')?.normalized);
  }
  return filter;
}

/**
 * Creates the member and, if they are active, emails them an invitation. They cannot sign in until
 * they accept it or single sign-on recognises them.
 * @throws ScimError uniqueness for an address that a member of the customer already has;
 *   invalidValue
 * @throws AppError TOO_MANY_REQUESTS as for invitations; CONFLICT at a thousand members;
 *   VALIDATION_FAILED for a name that imitates another organisation's (D-77)
 */
export async function createUser(
  ctx: Context,
  { by, defaultRole }: Provisioner,
  said: UserAttributes,
): Promise<StaffMember> {
  const address = requireAddress(said);
  const { tenantId } = by;
  const name = shownNameOf(said) ?? address.written.split('@', 1).join('').slice(0, 100);
  await requireOwnNames(ctx, tenantId, [{ field: 'displayName', name }]);
  const place = await requirePlace(ctx, tenantId, address);
  if (place.memberId !== null) throw taken();
  const isActive = said.active ?? true;
  if (isActive) await countInvitation(ctx, tenantId, address);
  const user = {
    tenantId,
    email: address.written,
    emailNormalized: address.normalized,
    name,
    givenName: said.givenName ?? null,
    familyName: said.familyName ?? null,
    externalId: said.externalId ?? null,
    role: defaultRole,
    isActive,
  };
  const sealed = isActive
    ? await makeInvitation(ctx, tenantId, address, defaultRole, name)
    : undefined;
  const { statement, announce } = prepareAuditOfInsert(
    ctx,
    {
      actor: by,
      action: 'team.provision',
      target: { type: 'member' },
      after: { name, role: defaultRole, active: isActive },
    },
    'member',
  );
  const made = await insertUser(ctx.db, user, sealed, {
    most: MAX_MEMBERS,
    nowMs: ctx.now(),
    audit: statement,
  });
  if (made === undefined) throw await whyNotMade(ctx, tenantId, address);
  announce();
  if (sealed !== undefined) await mail(ctx, place, sealed);
  return toMember(made);
}

/**
 * Explains why no member was created: another request took the address concurrently, or the limit
 * is reached.
 */
async function whyNotMade(
  ctx: Context,
  tenantId: string,
  address: EmailAddress,
): Promise<AppError> {
  const { memberId } = await requirePlace(ctx, tenantId, address);
  return memberId === null
    ? new AppError('CONFLICT', `A customer has at most ${MAX_MEMBERS} members.`)
    : taken();
}

/**
 * Changes some attributes of a member. Suspending signs them out. If the request activates a member
 * who has not joined yet and has no pending invitation, they receive a new one.
 * @param said the attributes sent; absent ones keep their values
 * @throws ScimError mutability for a different address, and for the last owner; invalidValue
 * @throws AppError NOT_FOUND; TOO_MANY_REQUESTS as for invitations
 */
export async function changeUser(
  ctx: Context,
  provisioner: Provisioner,
  id: string,
  said: UserAttributes,
): Promise<StaffMember> {
  const { by } = provisioner;
  const member = await readUser(ctx, provisioner, id);
  requireSameAddress(member, said);
  const changes = changesOf(member, said);
  const { name } = changes;
  if (name !== undefined && name !== member.name)
    await requireOwnNames(ctx, by.tenantId, [{ field: 'displayName', name }]);
  const after = await write(ctx, provisioner, member, changes);
  if (said.active === true && after.state === 'invited') await invite(ctx, by.tenantId, after);
  return after;
}

async function write(
  ctx: Context,
  { by }: Provisioner,
  member: StaffMember,
  changes: MemberChanges,
): Promise<StaffMember> {
  const before = describe(member);
  const changed = differences(before, { ...before, ...described(changes) });
  if (changed === undefined) return member;
  const scope = { audience: 'dashboard' as const, tenantId: by.tenantId };
  const entry = {
    actor: by,
    action: 'team.update',
    target: { type: 'member', id: formatMemberId(member.id) },
    ...changed,
  };
  const kept = changes.active === false ? KEPT : undefined;
  const after = await changeMember(ctx, scope, member.id, changes, kept, entry);
  if (after !== undefined) return after;
  await readTeamMember(ctx, by.tenantId, formatMemberId(member.id));
  throw lastOwner();
}

/** @throws AppError NOT_FOUND; CONFLICT for the last active owner */
export async function removeUser(ctx: Context, { by }: Provisioner, id: string): Promise<void> {
  const member = await readTeamMember(ctx, by.tenantId, id);
  const scope = { audience: 'dashboard' as const, tenantId: by.tenantId };
  const removed = await removeMember(ctx, scope, member.id, KEPT, {
    actor: by,
    action: 'team.remove',
    target: { type: 'member', id },
    before: describe(member),
  });
  if (removed) return;
  await readTeamMember(ctx, by.tenantId, id);
  throw new AppError('CONFLICT', LAST_OWNER);
}

async function invite(ctx: Context, tenantId: string, member: StaffMember): Promise<void> {
  const address = parseEmailAddress(member.email);
  if (address === undefined) return;
  const place = await requirePlace(ctx, tenantId, address);
  if (place.hasOpenInvitation) return;
  await countInvitation(ctx, tenantId, address);
  const sealed = await makeInvitation(ctx, tenantId, address, member.role, member.name);
  if (await inviteAgain(ctx.db, sealed, ctx.now())) await mail(ctx, place, sealed);
}

async function countInvitation(
  ctx: Context,
  tenantId: string,
  { normalized }: EmailAddress,
): Promise<void> {
  const { invitationTenant, invitationRecipient } = ctx.config.guessLimits;
  await countAgainst(ctx, [invitationTenant, tenantId], [invitationRecipient, normalized]);
}

/**
 * Emails the invitation. If the address belongs to a member of another customer, a notice is sent
 * instead; only the owner of the address learns of that membership.
 */
function mail(
  ctx: Context,
  { teamName, locale: ofTeam, provedAt }: PlaceOfAddress,
  { invitation, token }: Awaited<ReturnType<typeof makeInvitation>>,
): Promise<void> {
  const locale = matchLocale(ofTeam ?? 'en');
  return provedAt === null
    ? mailInvitation(ctx, invitation, { token, teamName, locale })
    : mailTaken(ctx, invitation, { teamName, locale });
}

async function requirePlace(
  ctx: Context,
  tenantId: string,
  { normalized }: EmailAddress,
): Promise<PlaceOfAddress> {
  const place = await readPlace(ctx.db, tenantId, normalized, ctx.now());
  if (place === undefined) throw notFound();
  return place;
}

function requireAddress({ userName }: UserAttributes): EmailAddress {
  const address = parseEmailAddress(userName ?? '');
  if (address === undefined)
    throw new ScimError('invalidValue', 'userName must be the email address of the member.');
  return address;
}

/**
 * Refuses a different address: only the member can confirm an address, so a directory cannot change
 * it. The same address with different capitalisation is accepted.
 */
function requireSameAddress(member: StaffMember, { userName }: UserAttributes): void {
  if (userName === undefined) return;
  if (parseEmailAddress(userName)?.normalized !== parseEmailAddress(member.email)?.normalized)
    throw new ScimError(
      'mutability',
      'userName is the member’s confirmed email address and cannot change: remove the member and create another one.',
    );
}

function changesOf(member: StaffMember, said: UserAttributes): MemberChanges {
  const { active, externalId, givenName, familyName } = said;
  const name = shownNameOf(said, member);
  return {
    ...(active !== undefined && { active }),
    ...(name !== undefined && { name }),
    ...(externalId !== undefined && { externalId }),
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
  };
}

const describe = (member: StaffMember) => ({
  name: member.name,
  role: member.role,
  active: member.deactivatedAtMs === undefined,
  external_id: member.externalId ?? null,
  given_name: member.givenName ?? null,
  family_name: member.familyName ?? null,
});

const described = ({ name, active, externalId, givenName, familyName }: MemberChanges) => ({
  ...(name !== undefined && { name }),
  ...(active !== undefined && { active }),
  ...(externalId !== undefined && { external_id: externalId }),
  ...(givenName !== undefined && { given_name: givenName }),
  ...(familyName !== undefined && { family_name: familyName }),
});

const taken = (): ScimError =>
  new ScimError('uniqueness', 'A member of this customer has that userName.');

const LAST_OWNER = 'At least one other active owner must remain.';

/**
 * The error for a change that would leave no active owner: `mutability` covers changes that are
 * incompatible with the resource's current state (RFC 7644 3.12).
 */
export const lastOwner = (): ScimError => new ScimError('mutability', LAST_OWNER);
