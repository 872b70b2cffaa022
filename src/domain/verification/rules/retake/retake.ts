// Another session for the same check (D-89): whether one may replace a session, and what each of
// the two stores about the other. Pure.
import { finalStatus } from '../session/state.ts';
import { transition } from '../session/machine.ts';
import { type NewSession, type SessionRecord, withGroup } from '../session/session.ts';
import type { Predecessor, Successor } from './chain.ts';

/** How many sessions may follow the first of a chain. */
export const MAX_RETAKES = 3;

/** A decided retake. It is stored until the new session exists. */
export interface RetakePlan {
  id: string;
  session: NewSession;
}

/**
 * Why a session cannot be retaken. `retaken`: another session has already replaced it. `running`:
 * its own link is still valid. `decided`: it succeeded, or the visitor or the backend canceled it.
 * `age_judged`: another estimate would be a second draw (D-81), and the evidence of the first is
 * deleted (D-80).
 */
export type RetakeRefusal =
  | 'test'
  | 'running'
  | 'decided'
  | 'retaken'
  | 'age_judged'
  | 'limit_exceeded';

/** @returns why no session may replace this one; undefined when one may */
export function whyNotRetaken(record: SessionRecord): RetakeRefusal | undefined {
  if (record.test) return 'test';
  if (record.state.status === 'retaken') return 'retaken';
  if (finalStatus(record) === undefined && record.state.status !== 'awaiting_retake')
    return 'running';
  if (transition(record.state, { type: 'retake' }, []) === undefined) return 'decided';
  if (record.steps.age.isJudged) return 'age_judged';
  return placeOf(record) > MAX_RETAKES ? 'limit_exceeded' : undefined;
}

/** The place in the chain that the next session would have. */
export const placeOf = ({ chain }: SessionRecord): number => (chain.previous?.place ?? 0) + 1;

export const predecessorOf = (record: SessionRecord): Predecessor => ({
  id: record.id,
  resultHash: record.secrets.resultHash,
  place: placeOf(record),
  hadVerdict: record.chain.previous?.hadVerdict === true || finalStatus(record) === 'failed',
});

/**
 * Applies a decided retake.
 * @returns undefined when the session's state does not allow one
 */
export function markRetaken(
  record: SessionRecord,
  successor: Successor,
  nowMs: number,
): SessionRecord | undefined {
  const state = transition(record.state, { type: 'retake' }, []);
  // A session that waits for more evidence for a reviewer ends here.
  const retaken = withGroup(record, 'chain', { successor });
  return state && { ...retaken, state, end: record.end ?? { atMs: nowMs } };
}

/** The record as it was when its end was sent, so that the same event can be sent again. */
export function asEnded(record: SessionRecord): SessionRecord {
  const { notices, state } = record;
  if (state.status !== 'retaken') return record;
  // An ended session sends one more event when it is retaken: see objects/session/storage.ts.
  return {
    ...record,
    state: { status: state.ended },
    notices: { ...notices, version: notices.version - 1 },
  };
}
