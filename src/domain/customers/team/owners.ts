// The members of staff who are notified when something at a customer needs attention.
import type { Context } from '../../../context.ts';
import { matchLocale } from '../../terms/locale.ts';
import { listMemberRows } from './owner-store.ts';
import { RIGHTS, type Role } from './rights.ts';

interface Recipient {
  email: string;
  /** A supported language. */
  locale: string;
  /** The customer's name. */
  team: string;
}

type Asker = Pick<Context, 'db'>;

export const listOwners = (ctx: Asker, tenantId: string): Promise<Recipient[]> =>
  listMembers(ctx, tenantId, ['owner']);

/** Lists the members who may decide reviews. */
export const listReviewers = (ctx: Asker, tenantId: string): Promise<Recipient[]> =>
  listMembers(ctx, tenantId, RIGHTS['reviews.decide']);

/**
 * Lists only active members with confirmed addresses, because an unconfirmed address may not be the
 * member's.
 */
async function listMembers(
  ctx: Asker,
  tenantId: string,
  roles: readonly Role[],
): Promise<Recipient[]> {
  const rows = await listMemberRows(ctx.db, tenantId, roles);
  return rows.map(({ locale, ...row }) => ({ ...row, locale: matchLocale(locale ?? 'en') }));
}
