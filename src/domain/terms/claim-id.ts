// Requests with an Idempotency-Key: the first request creates an object with an id, and repeated
// requests within 24 hours refer to the same object (D-10).
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config/config.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { AppError } from '../../errors.ts';
import { nameInMode } from './name-in-mode.ts';
import type { Residency } from './residency.ts';

/**
 * @param asked the parts of a request that must not change when it is repeated
 * @param fresh the id for a new object
 * @returns `fresh`, or the id that the key already refers to
 * @throws AppError IDEMPOTENCY_KEY_MISMATCH when the key has been used with a different request
 */
export async function claimId(
  ctx: Context,
  { tenantId, test, residency }: { tenantId: string; test: boolean; residency: Residency },
  idempotencyKey: string,
  asked: object,
  fresh: string,
): Promise<string> {
  const name = `${nameInMode(tenantId, test)}:${idempotencyKey}`;
  const record = ctx.objects.idempotencyRecord(residency, name);
  const fingerprint = await sha256Hex(JSON.stringify(asked));
  const claim = await record.claim(fingerprint, fresh, LIFETIMES.idempotencyMs);
  if (claim.ok) return claim.sessionId;
  throw new AppError(
    'IDEMPOTENCY_KEY_MISMATCH',
    'This Idempotency-Key was used with a different request.',
  );
}
