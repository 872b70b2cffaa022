// Use case for a customer's backend: on our page, a live person enrols their face, or has it
// compared with the enrolled face (D-98). The challenge is stored like a challenge for a picture,
// but it is answered by a face check, whose result settle-session.ts records.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import type { Principal } from '../../verification/customer.ts';
import { countUnproven } from '../../verification/backend-session.ts';
import { beginFaceCheck } from '../../verification/begin-face-check.ts';
import { claimSessionId } from '../../verification/new-session.ts';
import { challengeIdOf, type ChallengeKind, type FaceChallenge } from './challenge.ts';
import { insertChallenge } from './store.ts';

interface FaceSessionRequest {
  kind: ChallengeKind;
  userId: string;
  callbackUrl: string;
}

/**
 * Begins the check. A repeated request with the same idempotency key returns the same challenge and
 * link. If a failure leaves a check without a challenge, a repeated request creates the challenge;
 * if the request is not repeated, the check expires without its link being handed out.
 * @throws AppError as in beginFaceCheck; TOO_MANY_REQUESTS as in createSession;
 *   IDEMPOTENCY_KEY_MISMATCH
 */
export async function beginFaceSession(
  ctx: Context,
  principal: Principal,
  { kind, userId, callbackUrl }: FaceSessionRequest,
  idempotencyKey: string | undefined,
): Promise<{ challengeId: string; verifyUrl: string }> {
  if (!principal.isProven) await countUnproven(ctx, principal);
  const asked = { faceSession: kind, userId, callbackUrl };
  const sessionId = await claimSessionId(ctx, principal, asked, idempotencyKey);
  const id = challengeIdOf(sessionId);
  const check = { use: kind, userId, callbackUrl, callbackToken: id };
  const { verifyUrl } = await beginFaceCheck(ctx, principal, check, sessionId);
  const createdAtMs = ctx.now();
  const challenge: FaceChallenge = {
    id,
    kind,
    tenantId: principal.tenant.id,
    test: principal.test,
    userId,
    sessionId,
    createdAtMs,
    expiresAtMs: createdAtMs + LIFETIMES.faceSessionMs,
  };
  await insertChallenge(ctx.db, challenge);
  return { challengeId: id, verifyUrl };
}
