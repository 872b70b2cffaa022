// Use case: the events of a tenant, in order, for 30 days: what a webhook may have missed can always be read.
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../tenants/api-keys.ts';
import { findPlace, listBodies } from './event-store.ts';

/**
 * @param after id of the last event the caller has; without it from the oldest on
 * @returns bodies of webhooks, the oldest first, at most `limit`; none when the caller has them all
 * @throws AppError VALIDATION_FAILED when `after` is not an event of this tenant, mode and time
 */
export async function readFeed(
  ctx: Context,
  { tenant, test }: Principal,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const place = after === undefined ? 0 : await findPlace(ctx.db, tenant.id, test, after);
  if (place === undefined) {
    const message = 'after names no event of the last 30 days.';
    throw new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'after', message }] });
  }
  return listBodies(ctx.db, tenant.id, test, place, limit);
}
