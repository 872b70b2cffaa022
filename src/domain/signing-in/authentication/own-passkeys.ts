// Lists, renames and removes the passkeys of an account for its owner. register-passkey.ts adds
// them.
import type { Context } from '../../../context.ts';
import { prepareNotice } from '../../accounts/notifications/notification.ts';
import { deletePasskey, listPasskeysOf, updateName } from '../../accounts/passkeys/store.ts';
import type { Passkey } from '../../platform/credentials/passkey.ts';
import { parseDisplayName } from '../../terms/display-name.ts';
import { requireFreshSignIn } from '../sessions/sign-in.ts';
import type { SignIn } from '../sessions/session.ts';

/** @returns passkeys, oldest first */
export const listPasskeys = (ctx: Context, accountId: number): Promise<Passkey[]> =>
  listPasskeysOf(ctx.db, accountId);

export async function renamePasskey(
  ctx: Context,
  { account }: SignIn,
  id: number,
  name: string,
): Promise<{ ok: true } | { ok: false; reason: 'invalid' | 'unknown' }> {
  const parsed = parseDisplayName(name);
  if (parsed === undefined) return { ok: false, reason: 'invalid' };
  const isRenamed = await updateName(ctx.db, account.id, id, parsed);
  return isRenamed ? { ok: true } : { ok: false, reason: 'unknown' };
}

/**
 * @returns `last_way_in` when the passkey is the account's only way to sign in
 * @throws AppError FRESH_SIGN_IN_REQUIRED
 */
export async function removePasskey(
  ctx: Context,
  signIn: SignIn,
  id: number,
): Promise<{ ok: true } | { ok: false; reason: 'unknown' | 'last_way_in' }> {
  requireFreshSignIn(ctx, signIn);
  const { account } = signIn;
  const known = await listPasskeysOf(ctx.db, account.id);
  const passkey = known.find((one) => one.id === id);
  if (passkey === undefined) return { ok: false, reason: 'unknown' };
  const details = { name: passkey.name };
  const notice = prepareNotice(
    ctx,
    account,
    { type: 'passkey_removed', details },
    { ofChange: true },
  );
  if (!(await deletePasskey(ctx.db, account.id, id, notice.statements)))
    return { ok: false, reason: 'last_way_in' };
  notice.announce();
  return { ok: true };
}
