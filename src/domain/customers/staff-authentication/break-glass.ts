// The break-glass owner or superadmin may sign in without the identity provider when nobody else
// may: each use is audited, and mailed to all owners or superadmins (D-159, D-162).
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { listSuperadmins } from '../staff/superadmins.ts';
import { TOP_ROLES } from '../single-sign-on/sso-setting.ts';
import { noteBreakGlass, wasBreakGlass } from '../single-sign-on/store.ts';
import type { StaffMember } from '../staff/member.ts';
import type { StaffSignIn } from '../staff/sessions.ts';
import { listOwners } from '../team/owners.ts';

interface BreakGlass {
  /** Statements directly behind those of the session, together and in this order. */
  statements: readonly Statement[];
  /** Call it after the commit. */
  finish: () => void;
}

/** For every sign-in; writes nothing unless it is by the break-glass owner. */
export function prepareBreakGlass(
  ctx: Context,
  member: StaffMember,
  { provider, method }: Pick<StaffSignIn, 'provider' | 'method'>,
  actor: Actor,
): BreakGlass {
  if (member.role !== TOP_ROLES[member.audience] || provider !== undefined)
    return { statements: [], finish: () => undefined };
  const atMs = ctx.now();
  const { statement } = prepareAudit(ctx, {
    actor,
    action: 'auth.break_glass',
    target: { type: 'staff', id: member.id },
    after: { method },
  });
  return {
    statements: [noteBreakGlass(ctx.db, whoOf(member), atMs), statement],
    finish: () => ctx.defer(mailOthers(ctx, member, atMs)),
  };
}

const whoOf = ({ id, audience, tenantId }: StaffMember) => ({
  id,
  audience,
  ...(tenantId !== undefined && { tenantId }),
});

async function mailOthers(ctx: Context, member: StaffMember, atMs: number): Promise<void> {
  if (!(await wasBreakGlass(ctx.db, whoOf(member), atMs))) return;
  const { name, audience, tenantId } = member;
  const link = `${ctx.config.baseUrl}/${audience}/audit`;
  if (tenantId === undefined) {
    for (const { email, locale } of await listSuperadmins(ctx))
      await queueMail(ctx, {
        to: email,
        locale,
        template: 'operator_break_glass_used',
        details: { name, link },
      });
    return;
  }
  for (const { email, locale, team } of await listOwners(ctx, tenantId))
    await queueMail(ctx, {
      to: email,
      locale,
      template: 'break_glass_used',
      details: { team, name, link },
    });
}
