// Use cases: listing the members linked to the identity provider, and unlinking a member whose
// subject at the provider has changed.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { listLinked, unlink, type LinkedMember } from '../staff/identity-store.ts';
import type { StaffScope } from '../staff/member.ts';
import { formatMemberId } from '../team/member-id.ts';
import { findSetting } from './store.ts';

/** @returns links, oldest first; none if the staff group has no single sign-on setting */
export async function listLinks(
  ctx: Context,
  scope: StaffScope,
  page: { offset: number; limit: number },
): Promise<{ rows: LinkedMember[]; total: number }> {
  const setting = await findSetting(ctx.db, scope);
  if (setting === undefined) return { rows: [], total: 0 };
  const { audience: _operatorsOrMembers, ...group } = scope;
  return listLinked(ctx.db, { ...group, issuer: setting.issuer }, page);
}

/**
 * Removes the link of a person who now has a different subject at the provider. This ends all
 * sessions that were started through the link. The person's next sign-in creates a new link, after
 * they have used their own password or passkey.
 * @param staffId row id
 * @throws AppError NOT_FOUND
 */
export async function removeLink(
  ctx: Context,
  by: Actor,
  scope: StaffScope,
  staffId: number,
): Promise<void> {
  const { audience, ...group } = scope;
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    ...(audience === 'admin'
      ? { action: 'admin.sso_unlink', target: { type: 'admin', id: staffId } }
      : { action: 'team.sso_unlink', target: { type: 'member', id: formatMemberId(staffId) } }),
  });
  if (!(await unlink(ctx.db, { ...group, staffId }, ctx.now(), statement))) throw notFound();
  announce();
}
