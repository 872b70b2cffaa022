// Another session for the same check (D-89): whether one may take a session's place, and what each of the two knows of
// the other. Pure.
import { finalStatus } from '../session/state.ts';
import { transition } from '../session/machine.ts';
import { type NewSession, type SessionRecord, withGroup } from '../session/session.ts';
import type { Predecessor, Successor } from './chain.ts';

/** How many sessions may follow the first of a chain. */
export const MAX_RETAKES = 3;

/** A retake that was decided. It is kept until the new session exists. */
export interface RetakePlan {
  id: string;
  session: NewSession;
}

/**
 * `retaken`: another one has taken its place. `running`: its own link is good. `decided`: success, or canceled by visitor or backend.
 * `age_judged`: another estimate would be a second draw (D-81), and what the first one saw is gone (D-80).
 */
export type RetakeRefusal =
  | 'test'
  | 'running'
  | 'decided'
  | 'retaken'
  | 'age_judged'
  | 'limit_exceeded';

/** @returns why no session may take this one's place; undefined when one may */
export function whyNotRetaken(record: SessionRecord): RetakeRefusal | undefined {
  if (record.test) return 'test';
  if (record.state.status === 'retaken') return 'retaken';
  if (finalStatus(record) === undefined && record.state.status !== 'awaiting_retake')
    return 'running';
  if (transition(record.state, { type: 'retake' }, []) === undefined) return 'decided';
  if (record.steps.age.isJudged) return 'age_judged';
  return placeOf(record) > MAX_RETAKES ? 'limit_exceeded' : undefined;
}

/** Of the session that would follow. */
export const placeOf = ({ chain }: SessionRecord): number => (chain.previous?.place ?? 0) + 1;

export const predecessorOf = (record: SessionRecord): Predecessor => ({
  id: record.id,
  resultHash: record.secrets.resultHash,
  place: placeOf(record),
  hadVerdict: record.chain.previous?.hadVerdict === true || finalStatus(record) === 'failed',
});

/** For a retake that was decided. @returns undefined when the session is where none is possible */
export function markRetaken(
  record: SessionRecord,
  successor: Successor,
  nowMs: number,
): SessionRecord | undefined {
  const state = transition(record.state, { type: 'retake' }, []);
  // One that waits for what a human asked for ends here.
  const retaken = withGroup(record, 'chain', { successor });
  return state && { ...retaken, state, end: record.end ?? { atMs: nowMs } };
}

/** The record as it was when its end was sent, for that event to be sent again. */
export function asEnded(record: SessionRecord): SessionRecord {
  const { notices, state } = record;
  if (state.status !== 'retaken') return record;
  // A session that is over sends one more event, that it was retaken: see objects/session/storage.ts.
  return {
    ...record,
    state: { status: state.ended },
    notices: { ...notices, version: notices.version - 1 },
  };
}
