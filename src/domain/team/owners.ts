// Who is notified when something of a customer's needs attention.
import type { Context } from '../../context.ts';
import { matchLocale } from '../terms/locale.ts';
import { listOwnerRows } from './owner-store.ts';

interface Owner {
  email: string;
  /** One of the pages' languages. */
  locale: string;
}

/** Those who are active, at confirmed addresses only: others may not be their own. */
export async function listOwners(ctx: Pick<Context, 'db'>, tenantId: string): Promise<Owner[]> {
  const rows = await listOwnerRows(ctx.db, tenantId);
  return rows.map(({ email, locale }) => ({ email, locale: matchLocale(locale ?? 'en') }));
}
