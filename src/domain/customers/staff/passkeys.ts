// Lists, renames and removes the passkeys of a member of staff, with an audit entry for each
// change. domain/customers/staff-authentication registers them and signs in with them.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { prepareAudit, type Actor } from '../../platform/audit/record.ts';
import type { Passkey } from '../../platform/credentials/passkey.ts';
import { withFactorMail } from './factor-notice.ts';
import type { StaffMember } from './member.ts';
import { requireFreshStaff, type SignedInStaff } from './sessions.ts';
import { deletePasskeyRow, listPasskeysOfStaff, renamePasskeyRow } from './passkey-store.ts';

/** @returns passkeys, oldest first */
export const listStaffPasskeys = (ctx: Context, staffId: number): Promise<Passkey[]> =>
  listPasskeysOfStaff(ctx.db, staffId);

/** @throws AppError NOT_FOUND, including for another member's passkey */
export async function renameStaffPasskey(
  ctx: Context,
  member: StaffMember,
  id: number,
  name: string,
  actor: Actor,
): Promise<Passkey> {
  const { statement, announce } = prepareAudit(ctx, {
    actor,
    action: 'auth.passkey_rename',
    target: { type: 'staff', id: member.id },
    after: { passkey_id: id, name },
  });
  const passkey = await renamePasskeyRow(ctx.db, member.id, id, name, statement);
  if (passkey === undefined) throw notFound();
  announce();
  return passkey;
}

/**
 * Removes a passkey and emails its owner.
 * @throws AppError FRESH_SIGN_IN_REQUIRED; NOT_FOUND, including for another member's passkey
 */
export async function removeStaffPasskey(
  ctx: Context,
  signedIn: SignedInStaff,
  id: number,
  actor: Actor,
): Promise<void> {
  requireFreshStaff(ctx, signedIn);
  const { member } = signedIn;
  const passkey = (await listPasskeysOfStaff(ctx.db, member.id)).find((one) => one.id === id);
  if (passkey === undefined) throw notFound();
  const audit = prepareAudit(ctx, {
    actor,
    action: 'auth.passkey_remove',
    target: { type: 'staff', id: member.id },
    after: { passkey_id: id, name: passkey.name },
  });
  const { statements, announce } = withFactorMail(ctx, member, audit);
  if (!(await deletePasskeyRow(ctx.db, member.id, id, statements))) throw notFound();
  announce();
}
