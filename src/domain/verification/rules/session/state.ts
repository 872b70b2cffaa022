// Where a session is: its steps, its statuses and what they mean. Pure. What leads from one to
// another is machine.ts.

import type { Step } from '../methods.ts';

/** What was judged, and how; a check that was not made is absent. */
export interface SessionChecks {
  liveness?: boolean;
  age?: boolean;
  document?: boolean;
  faceMatch?: boolean;
  wallet?: boolean;
}

export type FinalStatus = 'success' | 'failed' | 'canceled' | 'expired';
/** Ends after which the person may be asked once more, in a session of its own (retake.ts). */
type RetakableStatus = Extract<FinalStatus, 'failed' | 'expired'>;
/** A human decides, or wants to see more first (D-95): no end yet. */
type ReviewStatus = 'pending_tenant_review' | 'awaiting_retake';
export type Status = 'pending' | 'in_progress' | ReviewStatus | FinalStatus | 'retaken';

/** The last is over too: another session has taken its place. */
export type State =
  | { status: 'pending' }
  | { status: 'in_progress'; step: Step }
  | { status: ReviewStatus }
  | { status: FinalStatus }
  | { status: 'retaken'; ended: RetakableStatus };

/** What a test session can be put into. */
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

const RUNNING: readonly Status[] = [
  'pending',
  'in_progress',
  'pending_tenant_review',
  'awaiting_retake',
];

export const isFinal = (state: State): state is Ended => !RUNNING.includes(state.status);

/** Whoever is blocked gets neither there nor before a human, who sees no list. */
export const isPass = ({ status }: State): boolean =>
  status === 'success' || status === 'pending_tenant_review';

export const isAtStep = ({ state }: { state: State }, step: Step): boolean =>
  state.status === 'in_progress' && state.step === step;

/**
 * How the session ended, also when another one has taken its place since; undefined while it runs.
 */
export function finalStatus({ state }: { state: State }): FinalStatus | undefined {
  if (!isFinal(state)) return undefined;
  return state.status === 'retaken' ? state.ended : state.status;
}
