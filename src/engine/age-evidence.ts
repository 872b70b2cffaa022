// What an age estimate is made of, shared by the page (which collects it) and the server (which judges it).
// The judgement itself is the server's (domain/verification/rules/age.ts).
import type { Angles } from './challenge.ts';

/** The estimate of one picture, as the page sends it. */
export interface AgeSample {
  /** Milliseconds since the first estimate. */
  t: number;
  /** Years. */
  age: number;
  /** Degrees, as in `Pose` (challenge.ts). */
  yaw: number;
  pitch: number;
  /** Confidence that a face is there, 0 to 1. */
  score: number;
}

/** Fewer usable estimates are no evidence. */
export const MIN_AGE_SAMPLES = 8;
/** More are refused unread. */
export const MAX_AGE_SAMPLES = 120;
/** The least time from the first usable estimate to the last. */
export const MIN_AGE_SPAN_MS = 2_000;
/** A face less sure than this is none. */
export const MIN_FACE_SCORE = 0.5;

/**
 * How far yaw and pitch may be from the camera's axis. Measured by turning the three faces of test/support/puppet: the
 * estimate moves away from the frontal one by 0.8 years on average up to 5°, 1.7 at 10-15°, 2.0 at 15-20°, 2.5 at
 * 20-25°, and then by 4.5 (25-35°), in the worst face by 17. test/engine/age-by-pose.test.ts measures it again.
 */
export const MAX_FRONTAL_DEGREES = 25;

/** Whether a head faces the camera enough for its estimate to count. */
export function isFrontal({ yaw, pitch }: Angles): boolean {
  return Math.max(Math.abs(yaw), Math.abs(pitch)) <= MAX_FRONTAL_DEGREES;
}
