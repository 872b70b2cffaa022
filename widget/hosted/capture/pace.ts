// How fast movements are requested and recorded: at the usual pace, or more slowly for people who
// need more time. Pure.
import { MAX_MEDIAN_GAP_MS } from '../../../src/vision/face/challenge.ts';

export interface Pace {
  /** How long the page waits for one movement. */
  actionTimeoutMs: number;
  /**
   * The largest gap between rows of the recording, in milliseconds, unless the camera is slower.
   */
  rowGapMs: number;
  /**
   * How rows are spaced in time. `even`: `rowGapMs` apart on average. `sparse`: as few rows as
   * possible with at most `rowGapMs` between them.
   */
  rows: 'even' | 'sparse';
}

/**
 * The gap at 15 samples per second: enough samples to judge a movement, but few enough for a small
 * submission.
 */
const SAMPLE_GAP_MS = 1000 / 15;

export const USUAL_PACE: Pace = {
  actionTimeoutMs: 20_000,
  rowGapMs: SAMPLE_GAP_MS,
  rows: 'even',
};

/**
 * The pace for people who need more time. Three minutes must fit into MAX_POSE_SAMPLES rows whose
 * median gap is at most MAX_MEDIAN_GAP_MS, so the recording stays below that gap with as few rows
 * as the camera's frame rate allows.
 */
export const RELAXED_PACE: Pace = {
  actionTimeoutMs: 60_000,
  rowGapMs: MAX_MEDIAN_GAP_MS - 25,
  rows: 'sparse',
};
