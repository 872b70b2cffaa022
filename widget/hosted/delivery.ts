// Sends what counts every time it arrives (evidence, requests for more time) no more often than once, though
// answers get lost: before it is sent again, the session tells whether it arrived.
import type { AgeBody, LivenessBody, SessionView } from '../../src/routes/hosted/schemas.ts';
import * as api from './api.ts';

/** Whether evidence without an answer is still wanted: `due`; not any more: `late`; it was taken: `moved`. */
export type Standing = 'due' | 'late' | 'moved';

export interface Evidence {
  send: () => Promise<SessionView>;
  read: () => Promise<SessionView>;
  /** What a view says of evidence that may or may not have arrived. */
  standingIn: (view: SessionView) => Standing;
}

/** One piece of evidence on its way: each arrival counts as an attempt, so a lost answer is looked up first. */
export class Delivery {
  #evidence: Evidence;
  #wasSent = false;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /**
   * Sends the evidence, or looks whether it arrived when it was sent before.
   * @returns the session, and whether the evidence was counted
   * @throws ApiError NETWORK when that did not work either: call it again
   */
  async attempt(): Promise<{ view: SessionView; isCounted: boolean }> {
    const { send, read, standingIn } = this.#evidence;
    if (this.#wasSent) {
      const view = await read();
      const standing = standingIn(view);
      if (standing !== 'due') return { view, isCounted: standing === 'moved' };
    }
    this.#wasSent = true;
    return { view: await send(), isCounted: true };
  }
}

/** @param endsAtMs of the challenge, on the clock of performance.now: what arrives later costs an attempt */
export function livenessEvidence(
  before: SessionView,
  body: LivenessBody,
  endsAtMs: number,
): Evidence {
  return {
    send: () => api.submitLiveness(before.id, body),
    read: () => api.readSession(before.id),
    standingIn({ step, attempts_left: left }) {
      if (step !== 'liveness' || left.liveness !== before.attempts_left.liveness) return 'moved';
      return performance.now() < endsAtMs ? 'due' : 'late';
    },
  };
}

export function ageEvidence(before: SessionView, body: AgeBody): Evidence {
  return {
    send: () => api.submitAge(before.id, body),
    read: () => api.readSession(before.id),
    standingIn: ({ step, age_nonce: nonce }) =>
      step === 'age' && nonce === body.age_nonce ? 'due' : 'moved',
  };
}

/** More time: there are only a few extensions. */
export function extension(before: SessionView): Evidence {
  return {
    send: () => api.extendSession(before.id),
    read: () => api.readSession(before.id),
    standingIn: (view) => (view.extensions_left === before.extensions_left ? 'due' : 'moved'),
  };
}
