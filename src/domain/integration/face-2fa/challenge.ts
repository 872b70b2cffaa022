// One enrolment or comparison of a face: its fields, its possible ends and its id (D-15). Pure.
import { encodeObjectId } from '../../../crypto/capability-token.ts';
import type { FaceOwner } from '../../faces/face-templates/template.ts';

export type ChallengeKind = 'enroll' | 'verify';
export type ChallengeStatus = 'processing' | 'completed' | 'failed' | 'expired';

/**
 * The reasons for a negative result: the face was compared with the enrolled face or with blocked
 * faces, or there was no enrolled face to compare it with.
 */
const DECISIONS = ['not_enrolled', 'face_mismatch', 'face_unclear', 'blacklist_match'] as const;
/** The reasons why a challenge failed without a result. */
const FAULTS = [
  'invalid_image',
  'no_face_detected',
  'liveness_failed',
  'canceled',
  'internal_error',
] as const;
type EndReason = (typeof DECISIONS)[number] | (typeof FAULTS)[number];
export type FailureReason = EndReason | 'expired';

export type ChallengeEnd = { passed: true } | { passed: false; reason: EndReason };

export interface FaceChallenge extends FaceOwner {
  /** The challenge's id, `fch_…`. */
  id: string;
  kind: ChallengeKind;
  /**
   * The id of the check on our page that answers the challenge, 64 hex digits; absent for a
   * picture.
   */
  sessionId?: string;
  createdAtMs: number;
  expiresAtMs: number;
  /**
   * How and when the challenge ended; absent while it is being processed, and once it has expired.
   */
  end?: ChallengeEnd & { atMs: number };
}

/**
 * @param sessionId 64 hex digits
 * @returns `fch_…`, always the same id for the same check
 */
export const challengeIdOf = (sessionId: string): string => `fch_${encodeObjectId(sessionId)}`;

export function statusAt({ end, expiresAtMs }: FaceChallenge, nowMs: number): ChallengeStatus {
  if (end !== undefined) return statusOf(end);
  return nowMs < expiresAtMs ? 'processing' : 'expired';
}

export const statusOf = (end: ChallengeEnd): 'completed' | 'failed' =>
  end.passed || DECISIONS.some((reason) => reason === end.reason) ? 'completed' : 'failed';

/**
 * @param text a reason as stored
 * @returns undefined for a reason that this version does not know
 */
export const toEndReason = (text: string | null): EndReason | undefined =>
  [...DECISIONS, ...FAULTS].find((reason) => reason === text);

/**
 * The model of the templates that test keys create without a face; such templates are never
 * compared.
 */
export const SANDBOX_MODEL = 'sandbox';

/** `stays`: the challenge is never settled, so it expires. */
type SandboxEnd = ChallengeEnd | 'stays';

/**
 * Returns the predefined end of a test key's challenge. The end depends only on the suffix of the
 * user id (D-14), not on what the picture shows.
 * @returns undefined for a live key, and for a user id without such a suffix
 */
export function sandboxEnd(
  { test, userId }: Pick<FaceOwner, 'test' | 'userId'>,
  kind: ChallengeKind,
): SandboxEnd | undefined {
  if (!test) return undefined;
  if (userId.endsWith('+pass')) return { passed: true };
  if (userId.endsWith('+expire')) return 'stays';
  if (!userId.endsWith('+fail')) return undefined;
  return { passed: false, reason: kind === 'enroll' ? 'no_face_detected' : 'face_mismatch' };
}
