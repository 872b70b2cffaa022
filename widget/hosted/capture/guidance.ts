// The texts and graphics that guide the visitor in front of the camera, as data.
import type { Gesture, Move } from '../../../src/vision/face/challenge.ts';
import type { Framing } from './framing.ts';
import type { Direction } from './nudges.ts';

/** The large text. Its keys are `guide.<name>`; the texts of gestures are in locales/gestures. */
export type Message =
  | Exclude<Framing, 'ok'>
  | Move
  | 'close_mouth'
  | 'move_back'
  | 'hold_still'
  | 'lit'
  | 'return'
  | 'one_moment'
  | 'no_picture'
  | 'too_slow';
/** The hint next to the large text, at most one at a time. Its keys are `hint.<name>`. */
export type Hint = 'further' | 'other_way' | 'well_done' | 'left_out' | 'two_faces' | Direction;

export interface Guidance {
  /** The pose requested right now. */
  action: Move | 'neutral';
  /** The requested gesture, which the person can skip. */
  gesture?: Gesture;
  message: Message;
  hint?: Hint;
  /** How full the ring is, 0 to 1. */
  progress: number;
}

/** The service's challenge. */
export interface Asked {
  /** The movements, in order. */
  actions: readonly Move[];
  /** The required angle of a turn to the side, if it is not the usual one. */
  asideDegrees?: number | undefined;
  /** How long the challenge is valid. */
  lifetimeMs: number;
}
