// The owner who may sign in without single sign-on when nobody else may: each use is audited, and
// mailed to all owners (D-159).
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
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
  const { tenantId } = member;
  if (tenantId === undefined || member.role !== 'owner' || provider !== undefined)
    return { statements: [], finish: () => undefined };
  const atMs = ctx.now();
  const { statement } = prepareAudit(ctx, {
    actor,
    action: 'auth.break_glass',
    target: { type: 'staff', id: member.id },
    after: { method },
  });
  return {
    statements: [noteBreakGlass(ctx.db, member.id, atMs), statement],
    finish: () => ctx.defer(mailOwners(ctx, { ...member, tenantId }, atMs)),
  };
}

async function mailOwners(
  ctx: Context,
  { id, name, tenantId }: StaffMember & { tenantId: string },
  atMs: number,
): Promise<void> {
  if (!(await wasBreakGlass(ctx.db, id, atMs))) return;
  const link = `${ctx.config.baseUrl}/dashboard/audit`;
  for (const { email, locale, team } of await listOwners(ctx, tenantId))
    await queueMail(ctx, {
      to: email,
      locale,
      template: 'break_glass_used',
      details: { team, name, link },
    });
}
