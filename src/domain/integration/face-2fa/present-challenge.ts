// The wire form of a face challenge in responses and events, without scores or the person's name.
import { toTimestamp } from '../../../time/timestamp.ts';
import {
  statusAt,
  type ChallengeKind,
  type ChallengeStatus,
  type FaceChallenge,
  type FailureReason,
} from './challenge.ts';

export interface FaceChallengeObject {
  challenge_id: string;
  kind: ChallengeKind;
  status: ChallengeStatus;
  /** Whether the challenge was passed; null while it is being processed. */
  passed: boolean | null;
  failure_reason?: FailureReason;
  /** True when the challenge required a live person instead of a picture; otherwise absent. */
  liveness?: true;
  expires_at: string;
  completed_at?: string;
  test?: true;
}

export function presentChallenge(challenge: FaceChallenge, nowMs: number): FaceChallengeObject {
  const { id, kind, end, expiresAtMs, test, sessionId } = challenge;
  const status = statusAt(challenge, nowMs);
  const reason = end?.passed === false ? end.reason : undefined;
  const failure = status === 'expired' ? 'expired' : reason;
  return {
    challenge_id: id,
    kind,
    status,
    passed: status === 'processing' ? null : end?.passed === true,
    ...(failure !== undefined && { failure_reason: failure }),
    ...(sessionId !== undefined && { liveness: true as const }),
    expires_at: toTimestamp(expiresAtMs),
    ...(end !== undefined && { completed_at: toTimestamp(end.atMs) }),
    ...(test && { test }),
  };
}
