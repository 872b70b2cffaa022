// The superadmins, who are notified when the break-glass superadmin signs in without the identity
// provider (D-162).
import type { Context } from '../../../context.ts';
import { matchLocale } from '../../terms/locale.ts';
import { listSuperadminRows } from './superadmin-store.ts';

/** @returns the active superadmins; `locale` is a supported language */
export async function listSuperadmins({
  db,
}: Pick<Context, 'db'>): Promise<{ email: string; locale: string }[]> {
  const rows = await listSuperadminRows(db);
  return rows.map(({ email, locale }) => ({ email, locale: matchLocale(locale ?? 'en') }));
}
