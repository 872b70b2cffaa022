// Requests that count each time they arrive (submissions, requests for more time), and how a view
// of the session shows whether a request arrived.
import * as api from './api.ts';
import { type DocumentUpload, submitDocument } from './document.ts';
import type { AgeSubmission, LivenessSubmission, SessionView } from './wire.ts';

/**
 * What a view reveals about a request that received no response: that it did not arrive, that it
 * did not arrive and it is now too late to send it again, or that it was counted.
 */
type Receipt = 'missing' | 'late' | 'counted';

export interface CountedRequest {
  send: () => Promise<SessionView>;
  read: () => Promise<SessionView>;
  receiptIn: (view: SessionView) => Receipt;
}

/**
 * @param endsAtMs the end of the challenge, on the clock of performance.now: a submission that
 *   arrives later costs an attempt
 */
export function livenessRequest(
  before: SessionView,
  submission: LivenessSubmission,
  endsAtMs: number,
): CountedRequest {
  return {
    send: () => api.submitLiveness(before.id, submission),
    read: () => api.viewSession(before.id),
    receiptIn({ step, attempts_left: left }) {
      if (step !== 'liveness' || left.liveness !== before.attempts_left.liveness) return 'counted';
      return performance.now() < endsAtMs ? 'missing' : 'late';
    },
  };
}

export function ageRequest(before: SessionView, submission: AgeSubmission): CountedRequest {
  return {
    send: () => api.submitAge(before.id, submission),
    read: () => api.viewSession(before.id),
    receiptIn: ({ step, age_nonce: nonce }) =>
      step === before.step && nonce === submission.age_nonce ? 'missing' : 'counted',
  };
}

export function documentRequest(before: SessionView, evidence: DocumentUpload): CountedRequest {
  return {
    send: () => submitDocument(before.id, evidence),
    read: () => api.viewSession(before.id),
    receiptIn: ({ step, document }) =>
      step === 'document' && document?.nonce === evidence.nonce ? 'missing' : 'counted',
  };
}

/** Requests more time; a session grants only a few extensions. */
export function extensionRequest(before: SessionView): CountedRequest {
  return {
    send: () => api.extendSession(before.id),
    read: () => api.viewSession(before.id),
    receiptIn: (view) => (view.extensions_left === before.extensions_left ? 'missing' : 'counted'),
  };
}
