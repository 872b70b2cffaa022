// An account's passkeys: list, rename, remove. Registering them and signing in with them: domain/authentication.
import type { Context } from '../../../context.ts';
import { parseDisplayName } from '../../terms/display-name.ts';
import { prepareNotice } from '../notifications/notification.ts';
import { requireFreshSignIn, type SignIn } from '../../signing-in/sessions/sign-in.ts';
import type { Visitor } from '../../terms/visitor.ts';
import { deletePasskey, listPasskeysOf, updateName } from './store.ts';

export interface NewPasskey {
  /** base64url. */
  credentialId: string;
  /** COSE key. */
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  /** Synced by its provider. */
  backedUp: boolean;
  name: string;
  createdAtMs: number;
}

export interface Passkey extends NewPasskey {
  id: number;
  lastUsedAtMs?: number;
}

export const MAX_PASSKEYS = 20;

/** The browser it was made in, until its owner renames it. */
export const defaultName = ({ device }: Pick<Visitor, 'device'>): string =>
  device === '' ? 'Passkey' : device;

/** @returns the oldest first */
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
 * @returns `last_way_in` when it is the account's only way to sign in
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
