import { describe, expect, it } from 'vitest';
import {
  transition,
  type Event,
} from '../../../../../src/domain/verification/rules/session/machine.ts';
import type {
  FinalStatus,
  State,
} from '../../../../../src/domain/verification/rules/session/state.ts';
import type { Step } from '../../../../../src/domain/verification/rules/methods.ts';

const PLAN: Step[] = ['consent', 'liveness', 'age'];
const FINAL: FinalStatus[] = ['success', 'failed', 'canceled', 'expired'];

const EVENTS: Record<string, Event> = {
  open: { type: 'open' },
  pass_step: { type: 'pass_step' },
  retry_step: { type: 'retry_step' },
  fail: { type: 'fail' },
  cancel: { type: 'cancel' },
  expire: { type: 'expire' },
  retake: { type: 'retake' },
  offer_review: { type: 'offer_review' },
  show_again: { type: 'show_again' },
  request_review: { type: 'request_review' },
  approve: { type: 'approve' },
  ask_again: { type: 'ask_again' },
  resume: { type: 'resume' },
  change_device: { type: 'change_device' },
  ...Object.fromEntries(
    FINAL.map((outcome) => [`settle ${outcome}`, { type: 'settle', outcome } satisfies Event]),
  ),
};

const STATES: Record<string, State> = {
  pending: { status: 'pending' },
  ...Object.fromEntries(
    PLAN.map((step) => [step, { status: 'in_progress', step } satisfies State]),
  ),
  ...Object.fromEntries(FINAL.map((status) => [status, { status } satisfies State])),
  document: { status: 'in_progress', step: 'document' },
  review: { status: 'in_progress', step: 'review' },
  waiting: { status: 'pending_tenant_review' },
  'asked again': { status: 'awaiting_retake' },
  'retaken after failing': { status: 'retaken', ended: 'failed' },
  'retaken after expiring': { status: 'retaken', ended: 'expired' },
};

const settles = {
  'settle success': 'success',
  'settle failed': 'failed',
  'settle canceled': 'canceled',
  'settle expired': 'expired',
};
const inStep = (self: string, next: string) => ({
  ...settles,
  pass_step: next,
  retry_step: self,
  fail: 'failed',
  cancel: 'canceled',
  expire: 'expired',
  change_device: 'consent',
});

/** All transitions of the state machine: a transition that is not listed is refused. */
const TABLE: Record<string, Record<string, string>> = {
  pending: { ...settles, open: 'consent', expire: 'expired' },
  consent: inStep('consent', 'liveness'),
  liveness: inStep('liveness', 'age'),
  age: inStep('age', 'success'),
  document: { ...inStep('document', 'consent'), offer_review: 'review' },
  // A session in review whose time is up fails as it would have without the review (review.ts), and
  // its device cannot be changed.
  review: {
    ...settles,
    request_review: 'waiting',
    retry_step: 'review',
    fail: 'failed',
    cancel: 'canceled',
  },
  waiting: {
    ...settles,
    approve: 'success',
    ask_again: 'asked again',
    fail: 'failed',
    cancel: 'canceled',
  },
  'asked again': {
    ...settles,
    resume: 'liveness',
    retake: 'retaken after expiring',
    fail: 'failed',
    cancel: 'canceled',
  },
  success: {},
  failed: { retake: 'retaken after failing' },
  canceled: {},
  expired: { retake: 'retaken after expiring' },
};

describe('the state machine of a verification', () => {
  for (const [stateName, state] of Object.entries(STATES))
    for (const [eventName, event] of Object.entries(EVENTS)) {
      const next = TABLE[stateName]?.[eventName];
      it(`${stateName} + ${eventName} → ${next ?? 'refused'}`, () => {
        expect(transition(state, event, PLAN)).toEqual(
          next === undefined ? undefined : STATES[next],
        );
      });
    }

  it('ends in success after the only step of a one-step plan', () => {
    const state: State = { status: 'in_progress', step: 'consent' };
    expect(transition(state, { type: 'pass_step' }, ['consent'])).toEqual({ status: 'success' });
  });

  it('cannot open a session without a purpose', () => {
    expect(transition({ status: 'pending' }, { type: 'open' }, [])).toBeUndefined();
  });
});
