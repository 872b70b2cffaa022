// The break-glass owner or superadmin may sign in without the identity provider even while all
// others must use it. Each such sign-in is audited and reported by email to all owners or
// superadmins (D-159, D-162).
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { listSuperadmins } from '../staff/superadmins.ts';
import { TOP_ROLES } from '../single-sign-on/sso-setting.ts';
import { noteBreakGlass } from '../single-sign-on/store.ts';
import type { StaffMember } from '../staff/member.ts';
import type { StaffSignIn } from '../staff/sessions.ts';
import { listOwners } from '../team/owners.ts';

interface BreakGlass {
  /** Statements to run directly after the session's statements, together and in this order. */
  statements: readonly Statement[];
  /**
   * Reports the sign-in by email if it was a break-glass sign-in. Call this after the commit, with
   * the statements that returned a row.
   */
  finish: (returned: ReadonlySet<Statement>) => void;
}

/**
 * Prepares the statements that record a break-glass sign-in. May be called for any sign-in: the
 * statements write nothing unless the member is the break-glass member.
 */
export function prepareBreakGlass(
  ctx: Context,
  member: StaffMember,
  { provider, method }: Pick<StaffSignIn, 'provider' | 'method'>,
  actor: Actor,
): BreakGlass {
  if (member.role !== TOP_ROLES[member.audience] || provider !== undefined)
    return { statements: [], finish: () => undefined };
  const note = noteBreakGlass(ctx.db, toStaffRef(member), ctx.now());
  const { statement } = prepareAudit(ctx, {
    actor,
    action: 'auth.break_glass',
    target: { type: 'staff', id: member.id },
    after: { method },
  });
  return {
    statements: [note, statement],
    finish: (returned) => {
      if (returned.has(note)) ctx.defer(mailOthers(ctx, member));
    },
  };
}

const toStaffRef = ({ id, audience, tenantId }: StaffMember) => ({
  id,
  audience,
  ...(tenantId !== undefined && { tenantId }),
});

async function mailOthers(ctx: Context, member: StaffMember): Promise<void> {
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
