// The state machine of one verification: which event leads where. Pure; the counting of attempts and
// everything else that happens with a transition is in session.ts.

/** Evidence a session may ask for, in the order of its plan. Documents will be one more entry. */
export const STEPS = ['consent', 'liveness', 'age'] as const;
export type Step = (typeof STEPS)[number];

export type FinalStatus = 'success' | 'failed' | 'canceled' | 'expired';
export type Status = 'pending' | 'in_progress' | FinalStatus;

export type State =
  { status: 'pending' } | { status: 'in_progress'; step: Step } | { status: FinalStatus };

export type Event =
  | { type: 'open' }
  | { type: 'pass_step' }
  | { type: 'retry_step' }
  | { type: 'fail' }
  | { type: 'cancel' }
  | { type: 'expire' }
  | { type: 'settle'; outcome: FinalStatus };

export type EventType = Event['type'];

export const isFinal = (state: State): state is { status: FinalStatus } =>
  state.status !== 'pending' && state.status !== 'in_progress';

/**
 * @param plan the steps of this session, in order; at least one
 * @returns the next state, or undefined when the event has no meaning in this state
 */
export function transition(state: State, event: Event, plan: readonly Step[]): State | undefined {
  switch (state.status) {
    case 'pending':
      return leavePending(event, plan);
    case 'in_progress':
      return leaveStep(state.step, event, plan);
    case 'success':
    case 'failed':
    case 'canceled':
    case 'expired':
      return undefined;
  }
}

function leavePending(event: Event, plan: readonly Step[]): State | undefined {
  const first = plan[0];
  switch (event.type) {
    case 'open':
      return first === undefined ? undefined : { status: 'in_progress', step: first };
    case 'expire':
      return { status: 'expired' };
    case 'settle':
      return { status: event.outcome };
    case 'pass_step':
    case 'retry_step':
    case 'fail':
    case 'cancel':
      return undefined;
  }
}

function leaveStep(step: Step, event: Event, plan: readonly Step[]): State | undefined {
  switch (event.type) {
    case 'pass_step': {
      const next = plan[plan.indexOf(step) + 1];
      return next === undefined ? { status: 'success' } : { status: 'in_progress', step: next };
    }
    case 'retry_step':
      return { status: 'in_progress', step };
    case 'fail':
      return { status: 'failed' };
    case 'cancel':
      return { status: 'canceled' };
    case 'expire':
      return { status: 'expired' };
    case 'settle':
      return { status: event.outcome };
    case 'open':
      return undefined;
  }
}
