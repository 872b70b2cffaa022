// Use cases for a customer's backend: enrol a face from one picture, compare another picture with
// it, and read the result (D-15). One picture does not prove that the person is present. Pictures
// exist only in memory, and so do descriptors until they are sealed.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { encodeHex } from '../../../crypto/encoding.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { ListOwner } from '../../faces/blocked-faces/blocked-face.ts';
import type { Principal } from '../../verification/customer.ts';
import { claimId } from '../../terms/claim-id.ts';
import { countUnproven } from '../../verification/backend-session.ts';
import { sandboxEnd, statusAt, type ChallengeKind, type FaceChallenge } from './challenge.ts';
import { settleChallenge } from './settle-challenge.ts';
import { findChallenge, insertChallenge } from './store.ts';

interface FaceRequest {
  kind: ChallengeKind;
  userId: string;
  /** The bytes that the customer sent as a JPEG; not validated. */
  image: Uint8Array<ArrayBuffer>;
}

/**
 * Begins a challenge; the picture is measured after the response. A repeated request with the same
 * idempotency key returns the same challenge. While the challenge is unfinished, a repeated request
 * measures the picture again, because the first Worker may have died; only one result is written.
 * @throws AppError UNAVAILABLE when no face Worker is bound; TOO_MANY_REQUESTS as in createSession;
 *   IDEMPOTENCY_KEY_MISMATCH
 */
export async function beginChallenge(
  ctx: Context,
  principal: Principal,
  { kind, userId, image }: FaceRequest,
  idempotencyKey: string | undefined,
): Promise<FaceChallenge> {
  const owner = { tenantId: principal.tenant.id, test: principal.test, userId };
  if (ctx.face === undefined && sandboxEnd(owner, kind) === undefined)
    throw new AppError('UNAVAILABLE', 'This service measures no faces: no face Worker is bound.');
  if (!principal.isProven) await countUnproven(ctx, principal);
  const { residency } = principal.tenant;
  const caller = { ...owner, residency };
  const id = await nameChallenge(ctx, caller, { kind, userId, image }, idempotencyKey);
  const nowMs = ctx.now();
  const challenge: FaceChallenge = {
    ...owner,
    id,
    kind,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LIFETIMES.faceChallengeMs,
  };
  const { blocksFaces = false } = principal;
  const isNew = await insertChallenge(ctx.db, challenge);
  const begun = isNew ? challenge : await findChallenge(ctx.db, owner, id);
  if (begun !== undefined && statusAt(begun, nowMs) === 'processing')
    ctx.defer(settleChallenge(ctx, { ...begun, blocksFaces, residency }, image));
  return begun ?? challenge;
}

async function nameChallenge(
  ctx: Context,
  caller: ListOwner,
  { kind, userId, image }: FaceRequest,
  idempotencyKey: string | undefined,
): Promise<string> {
  const fresh = `fch_${randomToken(18)}`;
  if (idempotencyKey === undefined) return fresh;
  const picture = encodeHex(await crypto.subtle.digest('SHA-256', image));
  return claimId(ctx, caller, idempotencyKey, { face: kind, userId, picture }, fresh);
}

/** @throws AppError NOT_FOUND, including for a challenge of another customer or mode */
export async function readChallenge(
  ctx: Context,
  { tenant, test }: Principal,
  id: string,
): Promise<FaceChallenge> {
  const challenge = await findChallenge(ctx.db, { tenantId: tenant.id, test }, id);
  if (challenge === undefined) throw notFound();
  return challenge;
}
