// Changes the password of a signed-in member of staff.
import type { Context } from '../../../context.ts';
import { hashPassword } from '../../../crypto/password.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import { requireGoodPassword } from '../staff/password-rule.ts';
import { setPassword } from '../staff/password-store.ts';
import type { SignedInStaff } from '../staff/sessions.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';

/**
 * Changes the password and ends every other session.
 * @throws AppError INVALID_CREDENTIALS when the current password is wrong, or has been changed in
 *   the meantime; VALIDATION_FAILED for a weak new password
 */
export async function changeStaffPassword(
  ctx: Context,
  { member, sessionId }: SignedInStaff,
  { current, next }: { current: string; next: string },
  actor: Actor,
): Promise<void> {
  await requireGoodPassword(ctx, next, 'new_password', [member.email, member.name]);
  const { password_changed_at_ms: changedAtMs } = await confirmPassword(ctx, member, current);
  const hash = await hashPassword(next);
  const { statement, announce } = prepareAudit(ctx, {
    actor,
    action: 'auth.password_change',
    target: { type: 'staff', id: member.id },
  });
  const whose = { id: member.id, changedAtMs, keptSessionId: sessionId };
  if (!(await setPassword(ctx.db, whose, hash, ctx.now(), statement))) throw wrongPassword();
  announce();
}
