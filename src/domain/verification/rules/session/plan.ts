// Determines what a verdict would change before anything is applied: the next state, the face to
// keep, and the lookups of the face that must be completed first (D-97, D-100). Pure;
// objects/session/verdicts.ts performs the lookups, seals the face and saves the record.
import { faceOf } from '../evidence/face-of.ts';
import type { Evidence } from '../evidence/judge-pictures.ts';
import { hasPassedFaceCheck } from '../face/face-check.ts';
import { askFace, type FaceQuery, type FaceFinding } from '../face/face-rules.ts';
import { refuseBlocked } from './machine.ts';
import type { SessionRecord } from './session.ts';

export interface RuleOutcome {
  record: SessionRecord;
  /** New evidence about the person; absent when it is unchanged. */
  evidence?: Evidence;
}

/** Returns the outcome of a rule that adds no evidence. */
export const outcomeOf = (record: SessionRecord | undefined): RuleOutcome | undefined =>
  record && { record };

export interface VerdictPlan {
  next: SessionRecord;
  evidence?: Evidence;
  /** The lookups of the face that must be completed before anything is applied. */
  asks?: FaceQuery;
  /**
   * The face to seal after a passed face check, as a unit vector, for the use case that began the
   * check.
   */
  seals?: number[];
}

/**
 * @param record the record before the outcome
 * @param known evidence about the person so far
 * @returns undefined when there is no outcome, or when a face check would pass without a face
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

/** Whether the finding completes all lookups of the plan. */
export const isAnswered = ({ asks }: VerdictPlan, found: FaceFinding | undefined): boolean =>
  asks === undefined ||
  (found !== undefined &&
    (!asks.isCompared || found.isCompared) &&
    (!asks.isKept || found.kept !== undefined));

/**
 * Applies the findings to a plan whose lookups are complete.
 * @returns the next record
 */
export const settlePlan = (
  record: SessionRecord,
  { next }: VerdictPlan,
  found: FaceFinding | undefined,
  nowMs: number,
): SessionRecord => (found?.isBlocked === true ? refuseBlocked(next, record, nowMs) : next);
