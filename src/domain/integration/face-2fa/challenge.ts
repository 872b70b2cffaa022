// One enrolment or comparison of a face: what it is, how it can end, and what it is called (D-15). Pure.
import { encodeObjectId } from '../../../crypto/capability-token.ts';
import type { FaceOwner } from '../../faces/face-templates/template.ts';

export type ChallengeKind = 'enroll' | 'verify';
export type ChallengeStatus = 'processing' | 'completed' | 'failed' | 'expired';

/** Why it did not pass, where a face was compared, with the enrolled or with blocked ones, or there was none to compare with. */
const DECISIONS = ['not_enrolled', 'face_mismatch', 'face_unclear', 'blacklist_match'] as const;
/** Why nothing could be compared. */
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
  /** `fch_…` */
  id: string;
  kind: ChallengeKind;
  /** Of the check on our page that answers it, 64 hex digits; absent where a picture does. */
  sessionId?: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** Absent while it is processed, and when that took too long. */
  end?: ChallengeEnd & { atMs: number };
}

/** @param sessionId 64 hex digits @returns `fch_…`: one challenge for each check */
export const challengeIdOf = (sessionId: string): string => `fch_${encodeObjectId(sessionId)}`;

export function statusAt({ end, expiresAtMs }: FaceChallenge, nowMs: number): ChallengeStatus {
  if (end !== undefined) return statusOf(end);
  return nowMs < expiresAtMs ? 'processing' : 'expired';
}

export const statusOf = (end: ChallengeEnd): 'completed' | 'failed' =>
  end.passed || DECISIONS.some((reason) => reason === end.reason) ? 'completed' : 'failed';

/** @returns the reason of an end, from where it is stored; undefined for what this version does not know */
export const toEndReason = (text: string | null): EndReason | undefined =>
  [...DECISIONS, ...FAULTS].find((reason) => reason === text);

/** Of a template that a test key made without a face: it is compared with nothing. */
export const SANDBOX_MODEL = 'sandbox';

/** `stays`: it is never settled, so it expires. */
type SandboxEnd = ChallengeEnd | 'stays';

/** How a challenge of a test key ends by the end of its user id (D-14), whatever the picture shows. */
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
