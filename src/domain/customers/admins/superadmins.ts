// Who is notified when something of the operators needs attention.
import type { Context } from '../../../context.ts';
import { matchLocale } from '../../terms/locale.ts';
import { listStaffRowsOf } from './superadmin-store.ts';

/** @returns those who are active; `locale` is one of the pages' languages */
export async function listSuperadmins({
  db,
}: Pick<Context, 'db'>): Promise<{ email: string; locale: string }[]> {
  const rows = await listStaffRowsOf(db, 'superadmin');
  return rows.map(({ email, locale }) => ({ email, locale: matchLocale(locale ?? 'en') }));
}
