// Provides a session's object with facts about a face before the object decides on the check
// (D-100): whether the customer blocks the face, and the sealed face if the customer keeps faces.
// The object has no keys and no access to lists.
import type { Context } from '../../context.ts';
import type { Answer } from '../../objects/session/answer.ts';
import type { SeenSession } from '../../objects/session/access.ts';
import { isBlocked } from '../faces/blocked-faces/is-blocked.ts';
import { isEnrolledFace } from '../faces/face-templates/is-enrolled.ts';
import { residencyOf } from '../terms/residency.ts';
import { openDescriptorAs, sealDescriptorAs } from '../terms/sealed-descriptor.ts';
import { postponeOnFailure } from './ask-workers.ts';
import { unwrap } from './browser-session.ts';
import type { FaceQuery, FaceFinding, KeptDescriptor } from './rules/face/face-rules.ts';
import type { SessionRecord } from './rules/session/session.ts';

/** The name that is used to seal the kept face of a session and to derive its key. */
const keptFaceName = (sessionId: string): string => `kept-face:${sessionId}`;

/**
 * @param decide calls the object again, with the finding
 * @param postpone reverts what the session has already recorded
 * @throws AppError UNAVAILABLE when no finding is currently possible; the visitor can send the same
 *   data again without a disadvantage
 */
export async function findFace(
  ctx: Context,
  answer: Answer<SeenSession>,
  decide: (found: FaceFinding) => Promise<Answer<SeenSession>>,
  postpone: () => Promise<unknown>,
): Promise<SeenSession> {
  let seen = unwrap(answer);
  // The object requests another finding if the session has changed in the meantime.
  while (seen.asked !== undefined) {
    const look = lookFor(ctx, seen.record, seen.asked);
    const found = await postponeOnFailure('blocked_faces_unavailable', look, postpone);
    seen = unwrap(await decide(found));
  }
  return seen;
}

async function lookFor(
  ctx: Context,
  record: SessionRecord,
  { descriptor, model, isCompared, isKept }: FaceQuery,
): Promise<FaceFinding> {
  if (model === undefined) throw new Error('The face Worker does not name its model.');
  const shown = { descriptor, model };
  const [isFound, sealed] = await Promise.all([
    isCompared && isRefused(ctx, record, shown),
    isKept ? sealDescriptorAs(ctx.config, keptFaceName(record.id), descriptor) : undefined,
  ]);
  return {
    isCompared,
    isBlocked: isFound,
    ...(sealed !== undefined && { kept: { ...sealed, model } }),
  };
}

/**
 * Whether the customer blocks the face. The blocked faces are searched only if the person would
 * otherwise pass; a check that compares faces passes only with the enrolled face (D-108).
 */
async function isRefused(
  ctx: Context,
  { tenant, test, request: { face, userId } }: SessionRecord,
  shown: { descriptor: number[]; model: string },
): Promise<boolean> {
  const customer = { tenantId: tenant.id, test, residency: residencyOf(tenant) };
  if (face?.use === 'verify') {
    const isTheirs =
      userId !== undefined && (await isEnrolledFace(ctx, { ...customer, userId }, shown));
    if (!isTheirs) return false;
  }
  return isBlocked(ctx, customer, shown);
}

/**
 * @throws OperationError when the face was sealed with a different KEY_ENCRYPTION_KEY or for a
 *   different session
 */
export const openKeptFace = (
  { config }: Context,
  sessionId: string,
  { sealed }: KeptDescriptor,
): Promise<number[]> => openDescriptorAs(config, keptFaceName(sessionId), sealed);
