// Confirms the password of a signed-in member before a sensitive step.
import type { Context } from '../../../context.ts';
import { checkPassword } from '../../../crypto/password.ts';
import { AppError } from '../../../errors.ts';
import type { StaffMember } from '../staff/member.ts';
import { findStaff } from '../staff/store.ts';
import type { StaffRow } from '../staff/staff-row.ts';
import { countAgainst } from '../../terms/guess-limits.ts';
import { memberGuessCounter } from './staff-limits.ts';

/** @throws AppError INVALID_CREDENTIALS, TOO_MANY_REQUESTS */
export async function confirmPassword(
  ctx: Context,
  member: StaffMember,
  password: string,
): Promise<StaffRow> {
  const row = await findStaff(ctx.db, member.id);
  if (row === undefined)
    throw new AppError('INVALID_CREDENTIALS', 'The email address or the password is wrong.');
  const counted = await countAgainst(ctx, memberGuessCounter(ctx, 'confirmation', row.id));
  const check = await checkPassword(password, row.password_hash ?? undefined);
  if (!check.ok) throw wrongPassword();
  await counted.refund();
  return row;
}

export const wrongPassword = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The password is wrong.');
