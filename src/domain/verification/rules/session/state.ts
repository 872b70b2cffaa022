// The states of a session: its steps, its statuses and their meaning. Pure. The transitions are in
// machine.ts.

import type { Step } from '../methods.ts';

/** The checks that were judged, with their results; a check that was not performed is absent. */
export interface SessionChecks {
  liveness?: boolean;
  age?: boolean;
  document?: boolean;
  faceMatch?: boolean;
  wallet?: boolean;
}

export type FinalStatus = 'success' | 'failed' | 'canceled' | 'expired';
/** Outcomes after which the person may try again, in a new session (retake.ts). */
type RetakableStatus = Extract<FinalStatus, 'failed' | 'expired'>;
/**
 * The statuses in which a human decides, or has requested more evidence (D-95); the session has not
 * ended.
 */
type ReviewStatus = 'pending_tenant_review' | 'awaiting_retake';
export type Status = 'pending' | 'in_progress' | ReviewStatus | FinalStatus | 'retaken';

/**
 * The state of a session. `retaken` counts as final, because another session has replaced this one.
 */
export type State =
  | { status: 'pending' }
  | { status: 'in_progress'; step: Step }
  | { status: ReviewStatus }
  | { status: FinalStatus }
  | { status: 'retaken'; ended: RetakableStatus };

/** Statuses that a test session can be set to. */
export const SETTLED_STATUSES = [
  'success',
  'failed',
  'canceled',
  'expired',
  'pending_tenant_review',
  'awaiting_retake',
] as const satisfies readonly (FinalStatus | ReviewStatus)[];
export type SettledStatus = (typeof SETTLED_STATUSES)[number];

export type Ended = Extract<State, { status: FinalStatus } | { status: 'retaken' }>;

/** The statuses of sessions that have not ended. */
export const RUNNING_STATUSES: readonly Status[] = [
  'pending',
  'in_progress',
  'pending_tenant_review',
  'awaiting_retake',
];

export const isFinal = (state: State): state is Ended => !RUNNING_STATUSES.includes(state.status);

/**
 * Whether the session has passed, or may pass after a review. A blocked person neither passes nor
 * receives a review, because reviewers do not see the blocked faces.
 */
export const isPass = ({ status }: State): boolean =>
  status === 'success' || status === 'pending_tenant_review';

export const isAtStep = ({ state }: { state: State }, step: Step): boolean =>
  state.status === 'in_progress' && state.step === step;

/**
 * Returns how the session ended, even if another session has since replaced it; undefined while it
 * is running.
 */
export function finalStatus({ state }: { state: State }): FinalStatus | undefined {
  if (!isFinal(state)) return undefined;
  return state.status === 'retaken' ? state.ended : state.status;
}
