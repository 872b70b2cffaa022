// The samples for an age estimate and their limits, shared by the page, which collects them, and
// the server, which decides (domain/verification/rules/age/age.ts).
import type { Angles } from './challenge.ts';

/** The measurements of one picture for the age estimate, as the page sends them. */
export interface AgeSample {
  /** The time in milliseconds since the first estimate. */
  t: number;
  /**
   * The estimate in years; absent if the check is measured at the edge, where the age is estimated
   * from requested pictures instead.
   */
  age?: number | undefined;
  /** The head's pose in degrees, as in `Pose` (challenge.ts). */
  yaw: number;
  pitch: number;
  /** Confidence that there is a face, 0 to 1. */
  score: number;
}

/** Minimum number of usable samples; with fewer, the result is "not sufficient". */
export const MIN_AGE_SAMPLES = 8;
/** Maximum number of samples; a submission with more is rejected. */
export const MAX_AGE_SAMPLES = 120;
/**
 * Minimum time between the first and the last usable sample, because the page's estimates drift
 * over a second or two.
 */
export const MIN_AGE_SPAN_MS = 2_000;
/**
 * The minimum span for a check that is measured at the edge. It is shorter, because the page makes
 * no estimates: the networks at the edge measure three of the pictures.
 */
export const MIN_EDGE_AGE_SPAN_MS = 600;
/** Minimum confidence of a usable sample. */
export const MIN_FACE_SCORE = 0.5;

/**
 * Maximum yaw and pitch. Measured by turning the three faces of test/support/puppet: on average,
 * the estimate differs from the frontal one by 0.8 years up to 5°, 1.7 at 10-15°, 2.0 at 15-20°,
 * 2.5 at 20-25°, and 4.5 at 25-35° (17 for the worst face). test/vision/face/age-by-pose.test.ts
 * repeats the measurement.
 */
export const MAX_FRONTAL_DEGREES = 25;

/** Whether a head faces the camera directly enough for its age estimate to count. */
export function isFrontal({ yaw, pitch }: Angles): boolean {
  return Math.max(Math.abs(yaw), Math.abs(pitch)) <= MAX_FRONTAL_DEGREES;
}

/** Whether a sample counts towards the age estimate. */
export function isUsable(sample: AgeSample): boolean {
  return sample.score >= MIN_FACE_SCORE && isFrontal(sample);
}
