// Made-up data for a test event, in the same shape as a visitor's event (D-23). Pure.
import { MINUTE_MS } from '../../../time/durations.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import type { FaceChallengeObject } from '../face-2fa/present-challenge.ts';
import { presentResult, type ResultObject } from '../../verification/present-result.ts';
import { isFinal } from '../../verification/rules/session/state.ts';
import type { VerificationResult } from '../../verification/rules/session/result.ts';
import {
  FACE_EVENT_TYPE,
  STATUS_OF,
  type EventType,
  type CustomerEventType,
} from './event-types.ts';

type Checks = VerificationResult['checks'];

const LIFETIME_MS = 15 * MINUTE_MS;
const SKIPPED = { performed: false, passed: false };
const FAILED = { performed: true, passed: false };
const PASSED = { performed: true, passed: true };
const NO_CHECKS: Checks = {
  liveness: SKIPPED,
  age: { ...SKIPPED, gate: 18 },
  document: SKIPPED,
  faceMatch: SKIPPED,
  euWallet: SKIPPED,
  aml: SKIPPED,
};
/**
 * Checks in which the portrait in the document does not match the visitor, as in a test session
 * that is sent to review.
 */
const TO_REVIEW = { liveness: PASSED, document: PASSED, faceMatch: FAILED };

const CHECKS_OF: Record<CustomerEventType, Partial<Checks>> = {
  'session.success': { liveness: PASSED, age: { ...PASSED, gate: 18 } },
  'session.failed': { liveness: PASSED, age: { ...FAILED, gate: 18 } },
  'session.canceled': {},
  'session.expired': {},
  'session.review_required': TO_REVIEW,
  'session.retake_requested': TO_REVIEW,
};

/** @returns data that does not describe a real person, and whose tokens are not valid */
export const sampleData = (type: EventType, nowMs: number): ResultObject | FaceChallengeObject =>
  type === FACE_EVENT_TYPE ? sampleChallenge(nowMs) : sampleResult(type, nowMs);

function sampleResult(type: CustomerEventType, nowMs: number): ResultObject {
  const createdAtMs = nowMs - MINUTE_MS;
  const status = STATUS_OF[type];
  return presentResult({
    token: `xtk_${'0'.repeat(86)}`,
    status,
    verified: status === 'success',
    ...(isFinal({ status }) && { reason: 'test_mode' as const, completedAtMs: nowMs }),
    externalUserId: 'example',
    checks: { ...NO_CHECKS, ...CHECKS_OF[type] },
    createdAtMs,
    expiresAtMs: createdAtMs + LIFETIME_MS,
    test: true,
  });
}

const sampleChallenge = (nowMs: number): FaceChallengeObject => ({
  challenge_id: `fch_${'0'.repeat(43)}`,
  kind: 'verify',
  status: 'completed',
  passed: true,
  expires_at: toTimestamp(nowMs - MINUTE_MS + LIFETIME_MS),
  completed_at: toTimestamp(nowMs),
  test: true,
});
