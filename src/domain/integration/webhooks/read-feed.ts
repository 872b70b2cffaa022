// Use cases: read a tenant's events of the last 30 days, oldest first for receivers that missed
// webhooks, newest first for the dashboard.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { FedEvent } from '../../../objects/ledger/event-rows.ts';
import type { LedgerOwner } from '../../platform/ledgers/volume.ts';
import type { Principal } from '../../verification/customer.ts';
import { findEarlierSequence, listEarlier } from './earlier-event-store.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';

/**
 * @param after the id of the last event that the caller has; without it the feed starts with the
 *   oldest event
 * @returns webhook bodies, oldest first, at most `limit`; empty when there are no newer events
 * @throws AppError VALIDATION_FAILED when `after` is not an event from the last 30 days that
 *   belongs to this tenant and mode
 */
export async function readFeed(
  ctx: Context,
  { tenant, test }: Principal,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const owner = { tenantId: tenant.id, test };
  const volumes = (await listVolumeRefs(ctx, tenant.id, test)).toReversed();
  const place = await findPlace(ctx, owner, volumes, after);
  if (place === undefined) throw unknownEvent('after', 'oldest');
  return readPart(ctx, owner, volumes, { from: { after: place.seq }, at: place.at, limit });
}

/**
 * @param before the id of the last event that the caller has; without it the list starts with the
 *   newest event
 * @returns webhook bodies, newest first, at most `limit`
 * @throws AppError VALIDATION_FAILED when `before` is not an event from the last 30 days that
 *   belongs to this tenant and mode
 */
export async function readNewestEvents(
  ctx: Context,
  owner: LedgerOwner,
  before: string | undefined,
  limit: number,
): Promise<string[]> {
  const volumes = await listVolumeRefs(ctx, owner.tenantId, owner.test);
  const place = await findPlace(ctx, owner, volumes, before);
  if (place === undefined) throw unknownEvent('before', 'newest');
  const seq = before === undefined ? Number.MAX_SAFE_INTEGER : place.seq;
  return readPart(ctx, owner, volumes, { from: { before: seq }, at: place.at, limit });
}

function unknownEvent(field: string, from: 'oldest' | 'newest'): AppError {
  // An id contains no timestamp, so a deleted event cannot be distinguished from one that never
  // existed.
  const message = `${field} names no event of the last 30 days. Without it, the list begins with the ${from} event.`;
  return new AppError('VALIDATION_FAILED', message, { fields: [{ field, message }] });
}

interface Place {
  seq: number;
  /** The index, in the list of volumes, of the volume that contains the event. */
  at: number;
}

/**
 * Finds an event. Searches D1 first and then the ledgers, because the event may be moved from D1 to
 * a ledger during the search.
 */
async function findPlace(
  ctx: Context,
  owner: LedgerOwner,
  volumes: readonly VolumeRef[],
  id: string | undefined,
): Promise<Place | undefined> {
  if (id === undefined) return { seq: 0, at: 0 };
  const earlier = await findEarlierSequence(ctx.db, owner, id);
  const oldest = volumes.findIndex((volume) => volume.number === 1);
  if (earlier !== undefined) return { seq: earlier, at: Math.max(0, oldest) };
  for (const [at, volume] of volumes.entries()) {
    const seq = await ledgerAt(ctx, volume).sequenceOf(id);
    if (seq !== undefined) return { seq, at };
  }
  return undefined;
}

interface FeedPart {
  from: { after: number } | { before: number };
  /**
   * The index of the first volume to read. `from` applies to this volume; later volumes are read
   * without it.
   */
  at: number;
  limit: number;
}

/**
 * Reads volumes in turn until there are enough events. Events that an earlier version of the
 * service recorded stay in D1 until they are moved to the first volume, where they keep their
 * sequence numbers (up to `begunAfter`).
 */
async function readPart(
  ctx: Context,
  owner: LedgerOwner,
  volumes: readonly VolumeRef[],
  { from, at, limit }: FeedPart,
): Promise<string[]> {
  const isAscending = 'after' in from;
  const whole = isAscending ? { after: 0 } : { before: Number.MAX_SAFE_INTEGER };
  // D1 is read first, so that an event that is moved during the read is found twice instead of not
  // at all.
  const inFirst = volumes.findIndex((volume) => volume.number === 1);
  const earlier = await listEarlier(
    ctx.db,
    owner,
    at === Math.max(0, inFirst) ? from : whole,
    limit,
  );
  let found: FedEvent[] = volumes.length === 0 ? earlier : [];
  for (const [n, volume] of volumes.entries()) {
    if (n < at) continue;
    if (found.length >= limit) break;
    const part = await ledgerAt(ctx, volume).readFeed(n === at ? from : whole, limit);
    const moving = volume.number === 1 ? earlier.filter(({ seq }) => seq <= part.begunAfter) : [];
    found = [...found, ...mergeEvents(part.events, moving, isAscending)];
  }
  return found.slice(0, limit).map(({ body }) => body);
}

const mergeEvents = (
  some: readonly FedEvent[],
  others: readonly FedEvent[],
  isAscending: boolean,
): FedEvent[] =>
  [...new Map([...others, ...some].map((event) => [event.seq, event])).values()].toSorted(
    (one, other) => (isAscending ? one.seq - other.seq : other.seq - one.seq),
  );
