// Use case: reads a tenant's events of the last 30 days in order, for receivers that missed webhooks.
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../tenants/api-keys.ts';
import { findSequence, listBodies } from './event-store.ts';

/**
 * @param after id of the last event the caller has; without it the feed starts with the oldest event
 * @returns webhook bodies, the oldest first, at most `limit`; empty when there are no newer events
 * @throws AppError VALIDATION_FAILED when `after` is not an event of this tenant and mode of the last 30 days
 */
export async function readFeed(
  ctx: Context,
  { tenant, test }: Principal,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const afterSeq = after === undefined ? 0 : await findSequence(ctx.db, tenant.id, test, after);
  if (afterSeq === undefined) {
    const message = 'after names no event of the last 30 days.';
    throw new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'after', message }] });
  }
  return listBodies(ctx.db, tenant.id, test, afterSeq, limit);
}
