// The stored state of a session's frontal pictures and age. Pure data; the rules are in age.ts and
// account-age.ts.
import type { AgesOfPicture } from './age-rule.ts';

/** An open attempt at frontal pictures. */
export interface FrontalAttempt {
  nonce: string;
  startedAtMs: number;
}

export interface AgeStep {
  /** Failed attempts, including those of a face check, which judges no age. */
  failures: number;
  /** Whether the age was compared with the gate at least once, whatever the outcome. */
  isJudged: boolean;
  /**
   * Estimates of attempts without a verdict, which are judged together with the next attempt and
   * deleted at the end: the estimates of each picture at the edge, the median of each attempt on
   * the device.
   */
  shown?: readonly AgesOfPicture[];
  /** The age stayed inconclusive, so a document decides instead. */
  isSteppedUp?: true;
  /** The person chose to show a document instead of an estimate (ways.ts). */
  isDocumentChosen?: true;
  /** The largest margin with which the estimate passed; absent for the tenant's margin. */
  provenMarginYears?: number;
  /** One of the request's thresholds. */
  metThreshold?: number;
  /** Passed with a bracket from an earlier check that the person's account has stored. */
  byAccount?: true;
}

export const NO_AGE: AgeStep = { failures: 0, isJudged: false };
