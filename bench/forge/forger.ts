// What a forger is: a program in the place of the hosted page, and of the person before it.
import type { AgeSample } from '../../src/vision/face/age-evidence.ts';
import type { Gesture, Move, PoseSample } from '../../src/vision/face/challenge.ts';
import type { ScreenColour } from '../../src/vision/face/screen-colours.ts';
import type { Jpeg } from '../../test/support/clips/nets.ts';
import type { Still } from '../../test/support/puppet/stills.ts';

/** What the service asks for. */
export interface Challenge {
  actions: readonly Move[];
  /** The colours that the screen is to show; absent: none. */
  light?: readonly ScreenColour[] | undefined;
}

/** What is sent for a step. */
export interface Forged<Row> {
  samples: readonly Row[];
  /** What is committed to, by the time of its row. */
  kept: ReadonlyMap<number, Jpeg>;
  /** When the screen is said to have shown each colour, in ms of the rows; absent: it did not. */
  lightBegunMs?: readonly number[];
}

export interface Forger {
  /** Gestures that it says it can make; without any it is asked for one turn or nod more where a site asks for one. */
  shows?: readonly Gesture[];
  move(challenge: Challenge): Promise<Forged<PoseSample>>;
  showFace(): Promise<Forged<AgeSample>>;
}

/** Whom the forger has pictures of, and the seed of all its chance. */
export interface Victim {
  still: Still;
  seed: number;
}

/** Prepared for one session. */
export type Forge = (victim: Victim) => Promise<Forger>;
