// Which rows of a trajectory have their picture kept: a fixed share of the camera's pictures, chosen
// by time alone, so that any of them may be asked for. Shared by the page (which keeps them) and the
// session (which wants them all committed to). Pure.
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
/** A head that waits for an instruction must not push the movements before it out of what is kept. */
const GAP_AT_REST_MS = 1_000;
/** A camera is never exact. */
const EARLY_MS = 10;
/** How long after a movement, or after the start, a head is not yet at rest. */
const SETTLING_MS = 1_500;

/** Whether a head is turned or makes a gesture, or did a moment ago, or a colour is shown on it. */
class Stir {
  readonly #gestures: readonly Gesture[];
  #first: { t: number; posture: Posture } | undefined;
  #movedMs = 0;

  /** @param gestures that the challenge asks for */
  constructor(gestures: readonly Gesture[]) {
    this.#gestures = gestures;
  }

  /** Takes the next row. @returns the time from a kept picture to the next */
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
  readonly #stir: Stir;
  #dueMs = 0;

  /** @param gestures that the challenge asks for */
  constructor(gestures: readonly Gesture[] = []) {
    this.#stir = new Stir(gestures);
  }

  /** Takes the next row. @param isLit the screen shows a colour @returns whether its picture is kept */
  wants(row: PoseSample, isLit: boolean): boolean {
    const [t] = row;
    // A head that begins to move is at once kept as often as while it moves.
    const dueMs = this.#dueMs + this.#stir.gapMs(row, isLit) - GAP_MS;
    if (t < dueMs - EARLY_MS) return false;
    // As in the record: due a gap after the last one was due; after a pause nothing is caught up.
    this.#dueMs = Math.max(this.#dueMs, t - GAP_MS / 2) + GAP_MS;
    return true;
  }
}

/** The page keeps a picture as soon as its gap is over; its clock may be rounded. */
const LATE_MS = 20;

/**
 * The rows whose picture the page would have kept, and that have none.
 * @param samples of a whole record
 * @param keptMs times of rows that have one
 * @param of.isLit whether the screen showed a colour then
 * @param of.gestures that the challenge asked for
 * @returns by index of the row
 */
export function findMissed(
  samples: readonly PoseSample[],
  keptMs: ReadonlySet<number>,
  { isLit, gestures }: { isLit: (t: number) => boolean; gestures: readonly Gesture[] },
): number[] {
  const stir = new Stir(gestures);
  let lastMs = Number.NEGATIVE_INFINITY;
  return samples.flatMap((row, index) => {
    const [t] = row;
    const gapMs = stir.gapMs(row, isLit(t));
    if (keptMs.has(t)) lastMs = t;
    return t < lastMs + gapMs + LATE_MS ? [] : [index];
  });
}
