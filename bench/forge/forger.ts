// The interface of a forger: a program that takes the place of the hosted page and of the person in
// front of it.
import type { AgeSample } from '../../src/vision/face/age-evidence.ts';
import type { Gesture, Move, PoseSample } from '../../src/vision/face/challenge.ts';
import type { ScreenColour } from '../../src/vision/face/screen-colours.ts';
import type { Jpeg } from '../../test/support/clips/nets.ts';
import type { Still } from '../../test/support/puppet/stills.ts';

/** The movements and colours that the service requests. */
export interface Challenge {
  actions: readonly Move[];
  /** The required angle of a turn to the side, if it is not the usual one. */
  asideDegrees?: number | undefined;
  /** The colours that the screen should show; absent when none are requested. */
  light?: readonly ScreenColour[] | undefined;
}

/** What a forger sends for a step. */
export interface Forged<Row> {
  samples: readonly Row[];
  /** The committed pictures, by the time of their rows. */
  kept: ReadonlyMap<number, Jpeg>;
  /**
   * When each colour appeared on the screen, according to the forger, in ms on the rows' clock;
   * absent when no colour was shown.
   */
  lightBegunMs?: readonly number[];
}

export interface Forger {
  /**
   * The gestures that the forger claims to support. If it claims none and a site requires a
   * gesture, the service requests one more turn or nod instead.
   */
  shows?: readonly Gesture[];
  move(challenge: Challenge): Promise<Forged<PoseSample>>;
  showFace(): Promise<Forged<AgeSample>>;
}

/** The person whose pictures the forger has, and the seed of the forger's random choices. */
export interface Victim {
  still: Still;
  seed: number;
}

/** Prepares a forger for one session. */
export type Forge = (victim: Victim) => Promise<Forger>;
