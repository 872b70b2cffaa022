// What a guide needs to know of the colours that the screen shows while the head rests: screen-light.ts shows them, where
// a check has any.

/** Before and after the first movement. */
export type Pause = 0 | 1;

export interface PauseLight {
  /** Begins with the colours of a pause, once. @returns whether there is nothing (more) to show in it */
  hasShown: (pause: Pause) => boolean;
  readonly isShowing: boolean;
  /** The record starts over: what was shown so far does not count. */
  interrupt: () => void;
  /** The check continues without colours. */
  giveUp: () => void;
}

/** The screen stays as it is. */
export const NO_LIGHT: PauseLight = {
  hasShown: () => true,
  isShowing: false,
  interrupt: () => undefined,
  giveUp: () => undefined,
};
