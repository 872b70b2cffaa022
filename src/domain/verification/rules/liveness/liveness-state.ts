// The stored state of a session's liveness step. Pure data; the rules are in liveness.ts.
import type { Gesture, Move } from '../../../../vision/face/challenge.ts';
import type { ScreenColour } from '../../../../vision/face/screen-colours.ts';
import type { Curve } from './curve.ts';

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
  /** The nonce for commitments to pictures; present if the check is measured at the edge. */
  nonce?: string;
  actions: Move[];
  /** The required angle of a turn to the side, if it is not REACH_DEGREES. */
  asideDegrees?: number;
  /** The order of the screen's colours; present if the check is measured at the edge. */
  light?: ScreenColour[];
  issuedAtMs: number;
  lifetimeMs: number;
}

/** Facts about the liveness step, over all attempts. */
export interface LivenessStep {
  /** The number of failed attempts. */
  failures: number;
  /** The number of challenges issued so far, which limits how many may go unanswered. */
  challengesIssued: number;
  /** Gestures that the person cannot make, and that are not requested again. */
  declined?: Gesture[];
  /** Whether no face was found in any attempt so far. */
  faceNeverSeen: boolean;
  /** The movements of each challenge so far, in the requested order. */
  orders?: readonly (readonly Move[])[];
  /** The curves of all attempts so far; they are kept until the session ends. */
  curves?: readonly Curve[];
  /**
   * How bent the pictures looked in each attempt that was refused for that; kept until the session
   * ends.
   */
  bent?: readonly number[];
}

export const NO_MOVEMENTS: LivenessStep = { failures: 0, challengesIssued: 0, faceNeverSeen: true };
