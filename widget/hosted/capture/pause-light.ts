// The interface through which a guide shows colours on the screen while the head is still. If a
// check uses colours, screen-light.ts implements it.

/** 0 is the pause before the first movement, and 1 is the pause after it. */
export type Pause = 0 | 1;

export interface PauseLight {
  /**
   * Starts the colours of a pause, once.
   * @returns whether the pause has no more colours to show
   */
  hasShown: (pause: Pause) => boolean;
  readonly isShowing: boolean;
  /** Called when the recording starts over, so that the colours shown so far are ignored. */
  interrupt: () => void;
  /** Called when the check continues without colours. */
  giveUp: () => void;
}

/** A `PauseLight` that leaves the screen unchanged. */
export const NO_LIGHT: PauseLight = {
  hasShown: () => true,
  isShowing: false,
  interrupt: () => undefined,
  giveUp: () => undefined,
};
