// Sends requests that count each time they arrive (submissions, requests for more time) at most once, though answers
// get lost: before such a request is sent again, the session shows whether it arrived.
import type {
  AgeSubmission,
  LivenessSubmission,
  SessionView,
} from '../../src/routes/hosted/schemas.ts';
import * as api from './api.ts';

/** What a view says of a request without an answer: it did not arrive, is too late to send again, or was counted. */
type Receipt = 'missing' | 'late' | 'counted';

export interface CountedRequest {
  send: () => Promise<SessionView>;
  read: () => Promise<SessionView>;
  receiptIn: (view: SessionView) => Receipt;
}

/**
 * @returns an attempt, to be called again after ApiError NETWORK. It sends the request, or first looks up whether it
 *   arrived when it was sent before, and resolves with the session and whether the request was counted
 */
export function submitOnce({
  send,
  read,
  receiptIn,
}: CountedRequest): () => Promise<{ view: SessionView; isCounted: boolean }> {
  let wasSent = false;
  return async () => {
    if (wasSent) {
      const view = await read();
      const receipt = receiptIn(view);
      if (receipt !== 'missing') return { view, isCounted: receipt === 'counted' };
    }
    wasSent = true;
    return { view: await send(), isCounted: true };
  };
}

/** @param endsAtMs of the challenge, on the clock of performance.now: what arrives later costs an attempt */
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

export function documentRequest(
  before: SessionView,
  evidence: api.DocumentEvidence,
): CountedRequest {
  return {
    send: () => api.submitDocument(before.id, evidence),
    read: () => api.viewSession(before.id),
    receiptIn: ({ step, document }) =>
      step === 'document' && document?.nonce === evidence.nonce ? 'missing' : 'counted',
  };
}

/** More time: there are only a few extensions. */
export function extensionRequest(before: SessionView): CountedRequest {
  return {
    send: () => api.extendSession(before.id),
    read: () => api.viewSession(before.id),
    receiptIn: (view) => (view.extensions_left === before.extensions_left ? 'missing' : 'counted'),
  };
}
