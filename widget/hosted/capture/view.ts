// The state of a capture run, as the screen renders it. Pure.
import type { Guidance } from './guidance.ts';
import type { Nudge } from './nudges.ts';

export interface CaptureView extends Guidance {
  /**
   * The number of the current movement, and the total number of movements; both are 0 before the
   * first movement.
   */
  index: number;
  total: number;
  /** The help to offer when a hint has been shown for a long time. */
  nudge?: Nudge;
}

export const FIRST_VIEW: CaptureView = {
  action: 'neutral',
  message: 'hold_still',
  progress: 0,
  index: 0,
  total: 0,
};

/** Whether the two views look the same to a person; the ring moves in steps of one percent. */
export function isSameView(a: CaptureView, b: CaptureView): boolean {
  return (
    a.action === b.action &&
    a.gesture === b.gesture &&
    a.message === b.message &&
    a.hint === b.hint &&
    a.nudge === b.nudge &&
    Math.round(a.progress * 100) === Math.round(b.progress * 100) &&
    a.index === b.index &&
    a.total === b.total
  );
}
