// What a verdict would do, before anything of it is done: what follows, what is kept for it, and
// what has to be known of the face before (D-97, D-100). Pure; objects/session/verdicts.ts asks,
// seals and saves.
import { faceOf } from '../evidence/face-of.ts';
import type { Evidence } from '../evidence/judge-pictures.ts';
import { hasPassedFaceCheck } from '../face/face-check.ts';
import { askFace, type AskedFace, type FaceFinding } from '../face/face-rules.ts';
import { refuseBlocked } from './machine.ts';
import type { SessionRecord } from './session.ts';

/** What a rule leads to. */
export interface RuleOutcome {
  record: SessionRecord;
  /** What is known of the person from now on; absent: as before. */
  evidence?: Evidence;
}

/** Of a rule that adds nothing to what is known. */
export const outcomeOf = (record: SessionRecord | undefined): RuleOutcome | undefined =>
  record && { record };

export interface VerdictPlan {
  next: SessionRecord;
  evidence?: Evidence;
  /** Nothing is done before this is known. */
  asks?: AskedFace;
  /** The face that a passed check gives to whoever began it. Of length 1. */
  seals?: number[];
}

/**
 * @param record which the outcome follows from @param known of the person so far
 * @returns undefined also for a face check that would pass without a face
 */
export function planOf(
  record: SessionRecord,
  known: Evidence | undefined,
  outcome: RuleOutcome | undefined,
): VerdictPlan | undefined {
  if (outcome === undefined) return undefined;
  const { record: next, evidence } = outcome;
  const asks = askFace(record, next, evidence ?? known);
  const plan = { next, ...(evidence && { evidence }), ...(asks && { asks }) };
  if (!hasPassedFaceCheck(next)) return plan;
  const seals = evidence && faceOf(evidence);
  return seals && { ...plan, seals };
}

/** Whether that was found which the plan has to know. */
export const isAnswered = ({ asks }: VerdictPlan, found: FaceFinding | undefined): boolean =>
  asks === undefined ||
  (found !== undefined &&
    (!asks.isCompared || found.isCompared) &&
    (!asks.isKept || found.kept !== undefined));

/** @returns what follows of a plan whose question is answered */
export const settlePlan = (
  record: SessionRecord,
  { next }: VerdictPlan,
  found: FaceFinding | undefined,
  nowMs: number,
): SessionRecord => (found?.isBlocked === true ? refuseBlocked(next, record, nowMs) : next);
