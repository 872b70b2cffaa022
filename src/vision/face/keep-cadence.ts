// Decides which rows of a trajectory keep their picture. The choice follows from the rows' times
// and postures and from when the screen shows a colour, so that the session can check that no
// picture is missing, and may request any of them. Shared by the page, which keeps the pictures,
// and the session, which requires commitments to all of them. Pure.
import {
  type Gesture,
  NEUTRAL_DEGREES,
  NEUTRAL_SHARE,
  type PoseSample,
  type Posture,
  postureOf,
  shareOf,
} from './challenge.ts';
import { KEEP_EVERY } from './face-wire.ts';

const PICTURES_PER_SECOND = 30;
const GAP_MS = (KEEP_EVERY * 1_000) / PICTURES_PER_SECOND;
/**
 * The gap between kept pictures while the person keeps still and waits for an instruction. The gap
 * is long, so that these pictures do not displace pictures of earlier movements.
 */
const GAP_AT_REST_MS = 1_000;
/** Tolerance for the irregular frame times of a camera. */
const EARLY_MS = 10;
/** How long after a movement, or after the start, a head still counts as moving. */
const SETTLING_MS = 1_500;

/** Tracks whether a head is, or recently was, turned, making a gesture or lit by a colour. */
class MovementWatch {
  readonly #gestures: readonly Gesture[];
  #first: { t: number; posture: Posture } | undefined;
  #movedMs = 0;

  /** @param gestures the gestures of the challenge */
  constructor(gestures: readonly Gesture[]) {
    this.#gestures = gestures;
  }

  /** @returns the gap between kept pictures that applies from this row on */
  gapMs(row: PoseSample, isLit: boolean): number {
    const [t] = row;
    const posture = postureOf(row);
    this.#first ??= { t, posture };
    if (isLit || t === this.#first.t || this.#isMoving(posture, this.#first.posture))
      this.#movedMs = t;
    return t - this.#movedMs > SETTLING_MS ? GAP_AT_REST_MS : GAP_MS;
  }

  #isMoving(posture: Posture, first: Posture): boolean {
    const turned = Math.max(
      Math.abs(posture.yaw - first.yaw),
      Math.abs(posture.pitch - first.pitch),
    );
    return (
      turned >= NEUTRAL_DEGREES ||
      this.#gestures.some((gesture) => shareOf(gesture, posture, first) >= NEUTRAL_SHARE)
    );
  }
}

export class KeepCadence {
  readonly #watch: MovementWatch;
  #dueMs = 0;

  /** @param gestures the gestures of the challenge */
  constructor(gestures: readonly Gesture[] = []) {
    this.#watch = new MovementWatch(gestures);
  }

  /**
   * @param isLit whether the screen shows a colour
   * @returns whether the picture of this row is kept
   */
  wants(row: PoseSample, isLit: boolean): boolean {
    const [t] = row;
    // When a head begins to move, the shorter gap applies immediately.
    const dueMs = this.#dueMs + this.#watch.gapMs(row, isLit) - GAP_MS;
    if (t < dueMs - EARLY_MS) return false;
    // A picture is due one gap after the previous picture was due, so that a late picture does not
    // delay the next ones. Pictures missed during a pause are not made up for.
    this.#dueMs = Math.max(this.#dueMs, t - GAP_MS / 2) + GAP_MS;
    return true;
  }
}

/**
 * Tolerance for a late picture: the page keeps a picture as soon as the gap is over, but its clock
 * may be rounded.
 */
const LATE_MS = 20;

/**
 * Finds the rows whose picture the page should have kept but did not.
 * @param samples the samples of a whole recording
 * @param keptMs the times of the rows with a picture
 * @param of.isLit whether the screen showed a colour at the given time
 * @param of.gestures the gestures of the challenge
 * @returns indices of the rows
 */
export function findMissed(
  samples: readonly PoseSample[],
  keptMs: ReadonlySet<number>,
  { isLit, gestures }: { isLit: (t: number) => boolean; gestures: readonly Gesture[] },
): number[] {
  const watch = new MovementWatch(gestures);
  let lastMs = Number.NEGATIVE_INFINITY;
  return samples.flatMap((row, index) => {
    const [t] = row;
    const gapMs = watch.gapMs(row, isLit(t));
    if (keptMs.has(t)) lastMs = t;
    return t < lastMs + gapMs + LATE_MS ? [] : [index];
  });
}
