// What a session keeps of its liveness step. Pure data; the rules are liveness.ts.
import type { Action } from '../../../../vision/face/challenge.ts';
import type { ScreenColour } from '../../../../vision/face/screen-colours.ts';

export type LivenessDifficulty = 'easy' | 'medium' | 'hard';

export type LivenessProblem =
  | 'no_face'
  | 'movement_not_seen'
  | 'wrong_movement'
  | 'too_fast'
  | 'timed_out'
  | 'light_unclear'
  | 'pictures_late'
  | 'not_accepted';

export interface Challenge {
  id: string;
  /** That pictures are committed to with, where they are measured at the edge. */
  nonce?: string;
  actions: Action[];
  /** The order in which the screen is to show colours, where the check is measured at the edge. */
  light?: ScreenColour[];
  issuedAtMs: number;
  lifetimeMs: number;
}
