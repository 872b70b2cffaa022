// Repeats a check in a new session (D-89): whether a session may be replaced, and what the old and
// the new session store about each other. Pure.
import { finalStatus } from '../session/state.ts';
import { transition } from '../session/machine.ts';
import { type NewSession, type SessionRecord, withGroup } from '../session/session.ts';
import type { Predecessor, Successor } from './chain.ts';

/** The maximum number of sessions that may follow the first session of a chain. */
export const MAX_RETAKES = 3;

/** A retake that has been decided on; it is stored until the new session exists. */
export interface RetakePlan {
  id: string;
  session: NewSession;
}

/**
 * Why a session cannot be retaken. `retaken`: another session has already replaced it. `running`:
 * its own link is still valid. `decided`: it succeeded, or the visitor or the backend cancelled it.
 * `age_judged`: another estimate would be a second chance (D-81), and the evidence from the first
 * estimate has been deleted (D-80).
 */
export type RetakeRefusal =
  | 'test'
  | 'running'
  | 'decided'
  | 'retaken'
  | 'age_judged'
  | 'limit_exceeded';

/** @returns why no session may replace this one; undefined when a replacement is allowed */
export function whyNotRetaken(record: SessionRecord): RetakeRefusal | undefined {
  if (record.test) return 'test';
  if (record.state.status === 'retaken') return 'retaken';
  if (finalStatus(record) === undefined && record.state.status !== 'awaiting_retake')
    return 'running';
  if (transition(record.state, { type: 'retake' }, []) === undefined) return 'decided';
  if (record.steps.age.isJudged) return 'age_judged';
  return placeOf(record) > MAX_RETAKES ? 'limit_exceeded' : undefined;
}

/** Returns the position in the chain that the next session would have. */
export const placeOf = ({ chain }: SessionRecord): number => (chain.previous?.place ?? 0) + 1;

export const predecessorOf = (record: SessionRecord): Predecessor => ({
  id: record.id,
  resultHash: record.secrets.resultHash,
  place: placeOf(record),
  hadVerdict: record.chain.previous?.hadVerdict === true || finalStatus(record) === 'failed',
});

/**
 * Marks a session as retaken, once its retake has been decided on.
 * @returns undefined when the session's state does not allow a retake
 */
export function markRetaken(
  record: SessionRecord,
  successor: Successor,
  nowMs: number,
): SessionRecord | undefined {
  const state = transition(record.state, { type: 'retake' }, []);
  // A session that is waiting for more evidence for a reviewer has not ended yet; the retake ends
  // it.
  const retaken = withGroup(record, 'chain', { successor });
  return state && { ...retaken, state, end: record.end ?? { atMs: nowMs } };
}

/**
 * Returns the record as it was when its `completed` event was sent, so that the same event can be
 * sent again.
 */
export function asEnded(record: SessionRecord): SessionRecord {
  const { notices, state } = record;
  if (state.status !== 'retaken') return record;
  // When an ended session was retaken, one more event was sent (objects/session/storage.ts), which
  // raised the version by one.
  return {
    ...record,
    state: { status: state.ended },
    notices: { ...notices, version: notices.version - 1 },
  };
}
