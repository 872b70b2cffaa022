// The display name of an account, and the language of its pages and emails.
import type { Context } from '../../context.ts';
import { matchLocale } from '../terms/locale.ts';
import type { Account } from './account.ts';
import { parseDisplayName } from '../terms/display-name.ts';
import { updateProfile } from './store.ts';

/**
 * @param name the name as typed; an empty one removes the stored name
 * @returns false when the name is not valid
 */
export async function changeDisplayName(
  ctx: Context,
  { id }: Pick<Account, 'id'>,
  name: string,
): Promise<boolean> {
  const parsed = parseDisplayName(name);
  if (parsed === undefined && name.trim() !== '') return false;
  await updateProfile(ctx.db, id, { display_name: parsed ?? null });
  return true;
}

/** @param tag a BCP 47 language tag; the best match among the supported languages is stored */
export const changeLocale = (
  ctx: Context,
  { id }: Pick<Account, 'id'>,
  tag: string,
): Promise<void> => updateProfile(ctx.db, id, { locale: matchLocale(tag) });
