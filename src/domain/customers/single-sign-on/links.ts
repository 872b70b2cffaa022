// Use cases: list the members linked to the provider, and unlink one whom it no longer means.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import { listLinked, unlink, type LinkedMember } from '../staff/identity-store.ts';
import { formatMemberId, parseMemberId } from '../team/member-id.ts';
import { findSetting } from './store.ts';

/** @returns links, the oldest first; none without a setting */
export async function listLinks(
  ctx: Context,
  tenantId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: LinkedMember[]; total: number }> {
  const setting = await findSetting(ctx.db, tenantId);
  if (setting === undefined) return { rows: [], total: 0 };
  return listLinked(ctx.db, { tenantId, issuer: setting.issuer }, page);
}

/**
 * Unlinks a person to whom the provider has given another subject. The sessions begun through the
 * link end; the next sign-in links again, after the member's own password or passkey.
 * @param id `mem_…`
 * @throws AppError NOT_FOUND
 */
export async function removeLink(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const staffId = parseMemberId(id);
  if (staffId === undefined) throw notFound();
  const { statement, announce } = prepareAudit(ctx, {
    actor: by,
    action: 'team.sso_unlink',
    target: { type: 'member', id: formatMemberId(staffId) },
  });
  const whose = { tenantId: by.tenantId, staffId };
  if (!(await unlink(ctx.db, whose, ctx.now(), statement))) throw notFound();
  announce();
}
