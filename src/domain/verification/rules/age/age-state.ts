// What a session keeps of its frontal pictures and of its age. Pure data; the rules are age.ts and
// account-age.ts.
import type { AgesOfPicture } from './age-rule.ts';

/** An attempt at frontal pictures that is open. */
export interface FrontalAttempt {
  nonce: string;
  startedAtMs: number;
}

export interface AgeStep {
  /** Failed attempts, also those of a face check, which judges no age. */
  failures: number;
  /** The age was compared with the gate at least once, however that ended. */
  isJudged: boolean;
  /**
   * What attempts that decided nothing have shown, judged with the next one and gone at the end: at
   * the edge each picture, on
   * the device the median of each attempt.
   */
  shown?: readonly AgesOfPicture[];
  /** The age stayed inconclusive: a document decides instead. */
  isSteppedUp?: true;
  /** The person shows a document in place of an estimate (ways.ts). */
  isDocumentChosen?: true;
  /** The largest margin that the estimate passed with; without it, the tenant's. */
  provenMarginYears?: number;
  /** Of the request's thresholds. */
  metThreshold?: number;
  /** Passed by a bracket that the person's account had from an earlier check. */
  byAccount?: true;
}

export const NO_AGE: AgeStep = { failures: 0, isJudged: false };
