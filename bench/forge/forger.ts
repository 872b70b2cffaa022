// The interface of a forger: a program in place of the hosted page and of the person in front of
// it.
import type { AgeSample } from '../../src/vision/face/age-evidence.ts';
import type { Gesture, Move, PoseSample } from '../../src/vision/face/challenge.ts';
import type { ScreenColour } from '../../src/vision/face/screen-colours.ts';
import type { Jpeg } from '../../test/support/clips/nets.ts';
import type { Still } from '../../test/support/puppet/stills.ts';

/** What the service requests. */
export interface Challenge {
  actions: readonly Move[];
  /** The colours that the screen should show; absent for none. */
  light?: readonly ScreenColour[] | undefined;
}

/** What a forger sends for a step. */
export interface Forged<Row> {
  samples: readonly Row[];
  /** The committed pictures, by the time of their rows. */
  kept: ReadonlyMap<number, Jpeg>;
  /**
   * When each colour was on the screen, as the forger claims, in ms on the rows' clock; absent when
   * no colour was shown.
   */
  lightBegunMs?: readonly number[];
}

export interface Forger {
  /**
   * The gestures that the forger claims to support. If there are none, the service asks for one
   * more turn or nod when a site requires a gesture.
   */
  shows?: readonly Gesture[];
  move(challenge: Challenge): Promise<Forged<PoseSample>>;
  showFace(): Promise<Forged<AgeSample>>;
}

/** The person of whom the forger has pictures, and the seed of all its random choices. */
export interface Victim {
  still: Still;
  seed: number;
}

/** Prepares a forger for one session. */
export type Forge = (victim: Victim) => Promise<Forger>;
