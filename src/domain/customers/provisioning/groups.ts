// Presents the roles of a customer's members as groups to its directory (D-160): adding a member to
// a group gives them that role instead of their current one, and removing a member gives them the
// default role of the directory's token.
import type { Context } from '../../../context.ts';
import { AppError, notFound, ScimError } from '../../../errors.ts';
import { prepareAudit } from '../../platform/audit/record.ts';
import { formatMemberId, parseMemberId } from '../team/member-id.ts';
import { ROLES, type Role } from '../team/rights.ts';
import type { ScimComparison } from './filter.ts';
import { unknownMember } from './group-changes.ts';
import { listRoles, moveRoles, type MemberRole } from './member-store.ts';
import type { Provisioner } from './scim-token.ts';
import { lastOwner } from './users.ts';

export interface Group {
  role: Role;
  members: MemberRole[];
}

const KEPT: Role = 'owner';
/**
 * The maximum number of members whose role one request may change. Each change writes an audit
 * entry, all in one transaction.
 */
const MAX_MOVED = 100;
/** The maximum number of attempts to write a change that conflicts with concurrent writes. */
const TRIES = 5;

/** The attributes used to look up groups, in lower case, as the filter parser returns them. */
export const GROUP_FILTERS = ['id', 'displayname', 'members', 'members.value'] as const;

/**
 * @param withMembers whether the caller needs the members of each group; if not, a database read is
 *   saved, unless a comparison is on members
 * @param comparisons the comparisons that a group must meet, each on one of the attributes in
 *   GROUP_FILTERS
 */
export async function findGroups(
  ctx: Context,
  { by }: Provisioner,
  comparisons: readonly ScimComparison[],
  withMembers: boolean,
): Promise<Group[]> {
  const byMember = comparisons.filter(({ attribute }) => attribute.startsWith('members'));
  const byName = comparisons.filter(({ attribute }) => !attribute.startsWith('members'));
  const named = ROLES.filter((role) =>
    byName.every(({ value }) => typeof value === 'string' && value.toLowerCase() === role),
  );
  if (!withMembers && byMember.length === 0) return named.map((role) => ({ role, members: [] }));
  const all = await listRoles(ctx.db, by.tenantId);
  const wanted = byMember.map(({ value }) => parseMemberId(typeof value === 'string' ? value : ''));
  return named
    .map((role) => ({ role, members: all.filter((member) => member.role === role) }))
    .filter(({ members }) => wanted.every((id) => members.some((member) => member.id === id)));
}

/** @throws AppError NOT_FOUND */
export async function readGroup(
  ctx: Context,
  provisioner: Provisioner,
  id: string,
  withMembers = true,
): Promise<Group> {
  const role = requireRole(id);
  const comparisons = [{ attribute: 'id', value: role }];
  const [group] = await findGroups(ctx, provisioner, comparisons, withMembers);
  if (group === undefined) throw notFound();
  return group;
}

/**
 * Changes a group, all or nothing. The change takes effect immediately, since roles are read with
 * every request.
 * @param change computes the new members of the group from the current ones
 * @throws AppError NOT_FOUND for the group; PAYLOAD_TOO_LARGE for more than a hundred changes;
 *   CONFLICT when other requests keep changing the same members
 * @throws ScimError noTarget for an id that is not a member of the customer; mutability for the
 *   last active owner
 */
export async function changeGroup(
  ctx: Context,
  provisioner: Provisioner,
  id: string,
  change: (before: ReadonlySet<number>) => ReadonlySet<number>,
): Promise<void> {
  const role = requireRole(id);
  for (let tries = 0; tries < TRIES; tries += 1)
    if (await tryChange(ctx, provisioner, role, change)) return;
  throw new AppError(
    'CONFLICT',
    'The same members were changed by another request. Please try again.',
  );
}

/** @returns false when a role has been changed since it was read */
async function tryChange(
  ctx: Context,
  { by, defaultRole }: Provisioner,
  role: Role,
  change: (before: ReadonlySet<number>) => ReadonlySet<number>,
): Promise<boolean> {
  const all = await listRoles(ctx.db, by.tenantId);
  const inside = new Set(all.filter((one) => one.role === role).map((one) => one.id));
  const after = change(inside);
  const known = new Map(all.map((one) => [one.id, one]));
  if ([...after].some((memberId) => !known.has(memberId))) throw unknownMember();
  const joiners = all.filter((one) => after.has(one.id) && one.role !== role);
  const leavers =
    role === defaultRole ? [] : all.filter(({ id }) => inside.has(id) && !after.has(id));
  const moved = [...joiners, ...leavers];
  if (moved.length === 0) return true;
  if (moved.length > MAX_MOVED)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `At most ${MAX_MOVED} members can change groups in one request.`,
    );
  const moves = {
    into: { role, ids: joiners.map(({ id }) => id) },
    out: { role: defaultRole, ids: leavers.map(({ id }) => id) },
    seen: moved.map((one) => [one.id, one.role] as const),
  };
  const entries = moved.map((one) =>
    prepareAudit(ctx, {
      actor: by,
      action: 'team.update',
      target: { type: 'member', id: formatMemberId(one.id) },
      before: { role: one.role },
      after: { role: after.has(one.id) ? role : defaultRole },
    }),
  );
  const audits = entries.map(({ statement }) => statement);
  const count = await moveRoles(ctx.db, by.tenantId, moves, KEPT, { audits, nowMs: ctx.now() });
  if (count > 0) {
    entries[0]?.announce();
    return true;
  }
  const now = new Map((await listRoles(ctx.db, by.tenantId)).map((one) => [one.id, one.role]));
  if (moves.seen.every(([memberId, held]) => now.get(memberId) === held)) throw lastOwner();
  return false;
}

/** @throws ScimError uniqueness for an existing group; AppError FORBIDDEN for any other name */
export function refuseNewGroup(name: unknown): never {
  const role = typeof name === 'string' ? roleOf(name) : undefined;
  if (role !== undefined) throw new ScimError('uniqueness', `The group ${role} already exists.`);
  throw groupsAreFixed();
}

export const groupsAreFixed = (): AppError =>
  new AppError('FORBIDDEN', `Groups are the roles of this service: ${ROLES.join(', ')}.`);

const roleOf = (id: string): Role | undefined => ROLES.find((role) => role === id.toLowerCase());

function requireRole(id: string): Role {
  const role = roleOf(id);
  if (role === undefined) throw notFound();
  return role;
}
