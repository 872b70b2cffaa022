// What a session keeps of its liveness step. Pure data; the rules are liveness.ts.
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
  /** That pictures are committed to with, where they are measured at the edge. */
  nonce?: string;
  actions: Move[];
  /** The order in which the screen is to show colours, where the check is measured at the edge. */
  light?: ScreenColour[];
  issuedAtMs: number;
  lifetimeMs: number;
}

/** What is known of the movements, over all attempts. */
export interface LivenessStep {
  /** Failed attempts. */
  failures: number;
  /** An unanswered challenge must not be free. */
  challengesIssued: number;
  /** What the person cannot do, and is not asked for again. */
  declined?: Gesture[];
  /** Every failed attempt so far lacked a face. */
  faceNeverSeen: boolean;
  /** The movements of every challenge so far, in their order. */
  orders?: readonly (readonly Move[])[];
  /** Of every attempt so far, until the session is over. */
  curves?: readonly Curve[];
}

export const NO_MOVEMENTS: LivenessStep = { failures: 0, challengesIssued: 0, faceNeverSeen: true };
