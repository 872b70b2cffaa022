// The stored state of a session's frontal pictures and age. Pure data; the rules are in age.ts and
// account-age.ts.
import type { AgesOfPicture } from './age-rule.ts';

/** An open attempt to take frontal pictures. */
export interface FrontalAttempt {
  nonce: string;
  startedAtMs: number;
}

export interface AgeStep {
  /** The number of failed attempts, including those of a face check, which judges no age. */
  failures: number;
  /** Whether the age was compared with the gate at least once, whatever the outcome. */
  isJudged: boolean;
  /**
   * Estimates of attempts without a verdict, which are judged together with the next attempt and
   * deleted at the end: at the edge, the estimates of each picture; on the device, the median of
   * each attempt.
   */
  shown?: readonly AgesOfPicture[];
  /** The age stayed inconclusive, so a document decides instead. */
  isSteppedUp?: true;
  /** The person chose to show a document instead of having their age estimated (ways.ts). */
  isDocumentChosen?: true;
  /** The largest margin with which the estimate passed; if absent, the tenant's margin. */
  provenMarginYears?: number;
  /** The highest of the request's thresholds that was met. */
  metThreshold?: number;
  /** The check was passed with a bracket from an earlier check, stored in the person's account. */
  byAccount?: true;
}

export const NO_AGE: AgeStep = { failures: 0, isJudged: false };
