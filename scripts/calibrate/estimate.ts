// The measurements of one labelled picture.
import type { HeadScore } from '../../src/vision/face/face-wire.ts';
import type { Label } from './labels.ts';

/** Each model's age estimate in years, and the head's score. */
export interface Estimate extends Label {
  ageNet: number;
  faceres: number;
  head?: HeadScore;
}
