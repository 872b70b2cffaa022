// Use cases: a tenant's events of the last 30 days, the oldest first for receivers that missed
// webhooks, the newest first for people.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Principal } from '../../verification/customer.ts';
import { findSequence, listBodies, listNewestBodies } from './event-store.ts';

/**
 * @param after the id of the last event that the caller has; without it the feed starts with the
 *   oldest event
 * @returns webhook bodies, the oldest first, at most `limit`; empty when there are no newer events
 * @throws AppError VALIDATION_FAILED when `after` is not an event of this tenant and mode of the
 *   last 30 days
 */
export async function readFeed(
  { db }: Context,
  { tenant, test }: Principal,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const afterSeq = await sequenceOf(db, tenant.id, test, {
    field: 'after',
    id: after,
    from: 'oldest',
  });
  return listBodies(db, tenant.id, test, afterSeq ?? 0, limit);
}

/**
 * @param before the id of the last event that the caller has; without it the list starts with the
 *   newest event
 * @returns webhook bodies, the newest first, at most `limit`
 * @throws AppError VALIDATION_FAILED when `before` is not an event of this tenant and mode of the
 *   last 30 days
 */
export async function readNewestEvents(
  { db }: Context,
  { tenantId, test }: { tenantId: string; test: boolean },
  before: string | undefined,
  limit: number,
): Promise<string[]> {
  const beforeSeq = await sequenceOf(db, tenantId, test, {
    field: 'before',
    id: before,
    from: 'newest',
  });
  return listNewestBodies(db, tenantId, test, beforeSeq, limit);
}

async function sequenceOf(
  db: Context['db'],
  tenantId: string,
  test: boolean,
  { field, id, from }: { field: string; id: string | undefined; from: 'oldest' | 'newest' },
): Promise<number | undefined> {
  if (id === undefined) return undefined;
  const sequence = await findSequence(db, tenantId, test, id);
  if (sequence !== undefined) return sequence;
  // An id contains no time, so a deleted event cannot be distinguished from one that never existed.
  const message = `${field} names no event of the last 30 days. Without it, the list begins with the ${from} event.`;
  throw new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
}
