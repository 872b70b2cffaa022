// The stored state of a session's frontal pictures and age. Pure data; the rules are in age.ts and
// account-age.ts.
import type { AgesOfPicture } from './age-rule.ts';

/** An open attempt to take frontal pictures. */
export interface FrontalAttempt {
  nonce: string;
  startedAtMs: number;
}

export interface AgeStep {
  /**
   * The number of failed attempts, including the failed attempts of a face check, which does not
   * judge an age.
   */
  failures: number;
  /** Whether the age was compared with the gate at least once, regardless of the outcome. */
  isJudged: boolean;
  /**
   * Estimates of attempts without a verdict, which are judged together with the next attempt and
   * deleted when the session ends or a document decides instead. At the edge, these are the
   * estimates from each picture; on the device, the median of each attempt.
   */
  shown?: readonly AgesOfPicture[];
  /** The age remained inconclusive, so a document decides instead. */
  isSteppedUp?: true;
  /** The person chose to show a document instead of having their age estimated (ways.ts). */
  isDocumentChosen?: true;
  /** The largest margin at which the estimate passed; if absent, the tenant's margin. */
  provenMarginYears?: number;
  /** The highest of the request's thresholds that was met. */
  metThreshold?: number;
  /** The check was passed with a bracket from an earlier check, stored in the person's account. */
  byAccount?: true;
}

export const NO_AGE: AgeStep = { failures: 0, isJudged: false };
