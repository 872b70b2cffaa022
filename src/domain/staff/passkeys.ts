// The passkeys of a member of staff: list, rename, remove, each change with its audit entry. Registering them and signing in
// with them: domain/staff-authentication.
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { recordAudit, type Actor } from '../audit/record.ts';
import type { Passkey } from '../passkeys/passkey.ts';
import type { StaffMember } from './member.ts';
import { deletePasskeyRow, listPasskeysOfStaff, renamePasskeyRow } from './passkey-store.ts';

/** @returns the oldest first */
export const listStaffPasskeys = (ctx: Context, staffId: number): Promise<Passkey[]> =>
  listPasskeysOfStaff(ctx.db, staffId);

/** @throws AppError NOT_FOUND, also for another member's */
export async function renameStaffPasskey(
  ctx: Context,
  member: StaffMember,
  id: number,
  name: string,
  actor: Actor,
): Promise<Passkey> {
  const passkey = await renamePasskeyRow(ctx.db, member.id, id, name);
  if (passkey === undefined) throw notFound();
  await recordPasskeyChange(ctx, member, actor, 'auth.passkey_rename', passkey);
  return passkey;
}

/** @throws AppError NOT_FOUND, also for another member's */
export async function removeStaffPasskey(
  ctx: Context,
  member: StaffMember,
  id: number,
  actor: Actor,
): Promise<void> {
  const passkey = await deletePasskeyRow(ctx.db, member.id, id);
  if (passkey === undefined) throw notFound();
  await recordPasskeyChange(ctx, member, actor, 'auth.passkey_remove', passkey);
}

/** @param action such as `auth.passkey_add` */
export const recordPasskeyChange = (
  ctx: Context,
  member: StaffMember,
  actor: Actor,
  action: string,
  passkey: Passkey,
): Promise<void> =>
  recordAudit(ctx, {
    actor,
    action,
    target: { type: 'staff', id: member.id },
    after: { passkey_id: passkey.id, name: passkey.name },
  });
