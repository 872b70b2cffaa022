// One labelled picture, measured.
import type { HeadScore } from '../../src/vision/face/face-wire.ts';
import type { Label } from './labels.ts';

/** Years, as each net estimated them, and what the head says. */
export interface Estimate extends Label {
  ageNet: number;
  faceres: number;
  head?: HeadScore;
}
