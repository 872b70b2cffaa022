// Use cases for a customer that turns certain people away (D-16, D-100): block the face in a
// picture, list blocked faces, and remove an entry. The picture is measured before the response, so
// that a picture without a face is refused instead of creating an entry that never matches.
import type { Context } from '../../../context.ts';
import { encodeHex } from '../../../crypto/encoding.ts';
import { randomToken } from '../../../crypto/random.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { AppError, notFound } from '../../../errors.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import { prepareAudit, type TenantActor } from '../../platform/audit/record.ts';
import { wasAudited } from '../../platform/audit/store.ts';
import {
  blockedFaceName,
  endOfBlock,
  type BlockedFace,
  type BlockingCustomer,
  type ListOwner,
  type ShownFace,
} from '../../faces/blocked-faces/blocked-face.ts';
import {
  expectedFalseMatches,
  type FalseMatches,
} from '../../faces/blocked-faces/false-matches.ts';
import { forgetList } from '../../faces/blocked-faces/is-blocked.ts';
import {
  deleteBlocked,
  deleteExpired,
  findBlocked,
  findModeOf,
  insertBlocked,
  pageOfBlocked,
} from '../../faces/blocked-faces/store.ts';
import { describePhoto } from '../../faces/face-templates/describe-photo.ts';
import { evictKeysOf } from '../../customers/tenants/api-keys.ts';
import { claimId } from '../../terms/claim-id.ts';
import { postponeOnFailure } from '../../verification/ask-workers.ts';
import { sealDescriptorAs } from '../../terms/sealed-descriptor.ts';

/** The caller, and the customer and mode whose list is changed. */
export interface Blocker extends ListOwner {
  /** The caller's name in entries: `key_…`, or `staff:` followed by a member's id. */
  name: string;
  actor: TenantActor;
}

export interface BlockReason {
  /** Why the face is blocked, in the customer's own words. */
  reason: string;
  /** How many days the entry lasts; defaults to a year. */
  days?: number | undefined;
}

/**
 * Blocks the face in a picture. A repeated request with the same idempotency key refers to the same
 * entry, even if the entry has since been removed.
 * @throws AppError UNAVAILABLE when no face Worker responds; INVALID_PICTURE when the picture shows
 *   no face that can be distinguished from others; CONFLICT when the list is full;
 *   IDEMPOTENCY_KEY_MISMATCH
 */
export async function blockImage(
  ctx: Context,
  blocker: Blocker,
  image: Uint8Array<ArrayBuffer>,
  why: BlockReason,
  idempotencyKey?: string,
): Promise<void> {
  if (ctx.face === undefined)
    throw new AppError('UNAVAILABLE', 'This service measures no faces: no face Worker is bound.');
  const fresh = newName();
  const picture = encodeHex(await crypto.subtle.digest('SHA-256', image));
  const asked = { block: picture, ...why };
  const name =
    idempotencyKey === undefined
      ? fresh
      : await claimId(ctx, blocker, idempotencyKey, asked, fresh);
  if (name !== fresh && (await isDone(ctx, blocker, name))) return;
  const photo = await postponeOnFailure(
    'face_worker_unavailable',
    describePhoto(ctx, image),
    noPostponing,
  );
  if (!photo.ok) throw noFace(photo.reason);
  await addEntry(ctx, blocker, { name, source: 'image', ...why }, photo);
}

/** Whether the entry exists, or existed and was removed. */
const isDone = async (ctx: Context, blocker: Blocker, name: string): Promise<boolean> =>
  (await findBlocked(ctx.db, blocker, { name })) !== undefined ||
  (await wasAudited(ctx.db, blocker.tenantId, {
    action: UNBLOCK,
    targetId: name,
    sinceMs: ctx.now() - LIFETIMES.idempotencyMs,
  }));

const FACES = {
  invalid_image: 'image is not a JPEG that can be read.',
  no_face_detected:
    'image does not show one face that is large enough and looks at the camera: take another picture.',
} as const;

const noFace = (reason: keyof typeof FACES): AppError =>
  new AppError('INVALID_PICTURE', FACES[reason], {
    fields: [{ field: 'image', message: FACES[reason] }],
  });

const noPostponing = (): Promise<void> => Promise.resolve();

export const newName = (): string => `bfc_${randomToken(12)}`;

const BLOCK = 'blacklist.add';
const UNBLOCK = 'blacklist.remove';

type Entry = BlockReason & Pick<BlockedFace, 'name' | 'source' | 'sessionId'>;

/**
 * Adds the entry with its audit entry, unless the list has an entry with the same name or from the
 * same session.
 * @throws AppError CONFLICT when the list is full
 */
export async function addEntry(
  ctx: Context,
  blocker: Blocker,
  { name, source, reason, days, sessionId }: Entry,
  { descriptor, model }: ShownFace,
): Promise<void> {
  const { tenantId, test, name: addedBy, actor } = blocker;
  const nowMs = ctx.now();
  const expiresAtMs = endOfBlock(nowMs, days);
  const { statement, announce } = prepareAudit(ctx, {
    actor,
    action: BLOCK,
    target: { type: 'blocked_face', id: name },
    after: { source, test, added_by: addedBy, expires_at: toTimestamp(expiresAtMs) },
  });
  const sealed = await sealDescriptorAs(ctx.config, blockedFaceName(name), descriptor);
  const face = { name, tenantId, test, reason, source, addedBy, model, createdAtMs: nowMs };
  const session = sessionId === undefined ? {} : { sessionId };
  const { most } = expectedFalseMatches(0, ctx.config.faceLimits);
  const isNew = await insertBlocked(
    ctx.db,
    { ...face, ...session, ...sealed, expiresAtMs },
    most,
    statement,
  );
  if (isNew) announce();
  const by = sessionId === undefined ? { name } : { sessionId };
  if (!isNew && (await findBlocked(ctx.db, blocker, by)) === undefined)
    throw new AppError(
      'CONFLICT',
      `The list is full: with more than ${most} faces it would refuse too many people by mistake.`,
    );
  ctx.defer(evictKeysOf(ctx, tenantId));
  await forgetList(ctx, blocker);
}

/** Lists the entries, newest first, without descriptors. */
export const listBlocked = (
  ctx: Context,
  customer: BlockingCustomer,
  slice: { offset: number; limit: number },
): Promise<{ rows: BlockedFace[]; total: number }> =>
  pageOfBlocked(ctx.db, customer, slice, ctx.now());

/** Estimates the share of people that the current list refuses by mistake. */
export async function estimateFalseMatches(
  ctx: Context,
  customer: BlockingCustomer,
): Promise<FalseMatches> {
  const { total } = await pageOfBlocked(ctx.db, customer, { offset: 0, limit: 1 }, ctx.now());
  return expectedFalseMatches(total, ctx.config.faceLimits);
}

/**
 * Removes an entry. Afterwards, only the audit log records who added it and who removed it.
 * @throws AppError NOT_FOUND, including for an entry of another customer
 */
export async function unblock(ctx: Context, blocker: Blocker, id: number): Promise<void> {
  const entry = await findBlocked(ctx.db, blocker, { id });
  if (entry === undefined) throw notFound();
  const { statement, announce } = prepareAudit(ctx, {
    actor: blocker.actor,
    action: UNBLOCK,
    target: { type: 'blocked_face', id: entry.name },
    before: { source: entry.source, test: entry.test, removed_by: blocker.name },
  });
  const isDeleted = await deleteBlocked(ctx.db, blocker, id, statement);
  if (isDeleted) announce();
  await forgetList(ctx, blocker);
  if (!isDeleted) throw notFound();
}

/**
 * Like unblock, but determines the entry's mode itself.
 * @throws AppError as in unblock
 */
export async function unblockById(
  ctx: Context,
  blocker: Omit<Blocker, 'test'>,
  id: number,
): Promise<void> {
  const test = await findModeOf(ctx.db, blocker.tenantId, id);
  if (test === undefined) throw notFound();
  await unblock(ctx, { ...blocker, test }, id);
}

/** Deletes entries that have expired. Called by cron. */
export const forgetBlockedFaces = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteExpired(db, now());
