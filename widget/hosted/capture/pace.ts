// How fast the movements are asked for and recorded: as usual, or for people who need more time. Pure.

export interface Pace {
  /** How long one movement may take to come. */
  actionTimeoutMs: number;
  /** Rows of the record: at most so many milliseconds apart, as far as the camera delivers. */
  rowGapMs: number;
  /** `even`: rows a gap apart on average. `sparse`: as few as the gap allows. */
  rows: 'even' | 'sparse';
}

/** 15 samples per second: enough to judge a movement, few enough to stay small on the wire. */
export const SAMPLE_GAP_MS = 1000 / 15;

export const USUAL_PACE: Pace = {
  actionTimeoutMs: 20_000,
  rowGapMs: SAMPLE_GAP_MS,
  rows: 'even',
};

/**
 * Three minutes have to fit into 900 rows, and the server wants half of them at most 200 ms apart: the
 * record stays well below that, with as few rows as the camera's own rhythm allows.
 */
export const RELAXED_PACE: Pace = { actionTimeoutMs: 60_000, rowGapMs: 175, rows: 'sparse' };
