// Which rows of a trajectory have their picture kept: a fixed share of the camera's pictures, chosen by time alone, so
// that any of them may be asked for. Pure.
import {
  type Angles,
  NEUTRAL_DEGREES,
  type PoseSample,
} from '../../../src/vision/face/challenge.ts';
import { KEEP_EVERY } from '../../../src/vision/face/face-wire.ts';

const PICTURES_PER_SECOND = 30;
const GAP_MS = (KEEP_EVERY * 1_000) / PICTURES_PER_SECOND;
/** A head that waits for an instruction must not push the movements before it out of what is kept. */
const GAP_AT_REST_MS = 1_000;
/** A camera is never exact. */
const EARLY_MS = 10;
/** How long after a movement, or after the start, a head is not yet at rest. */
const SETTLING_MS = 1_500;

export class KeepCadence {
  #first: { t: number; pose: Angles } | undefined;
  #movedMs = 0;
  #dueMs = 0;

  /** Takes the next row. @param isLit the screen shows a colour @returns whether its picture is kept */
  wants([t, yaw, pitch]: PoseSample, isLit: boolean): boolean {
    this.#first ??= { t, pose: { yaw, pitch } };
    const { pose } = this.#first;
    const turned = Math.max(Math.abs(yaw - pose.yaw), Math.abs(pitch - pose.pitch));
    if (isLit || t === this.#first.t || turned >= NEUTRAL_DEGREES) this.#movedMs = t;
    const isAtRest = t - this.#movedMs > SETTLING_MS;
    // A head that begins to move is at once kept as often as while it moves.
    const dueMs = isAtRest ? this.#dueMs + GAP_AT_REST_MS - GAP_MS : this.#dueMs;
    if (t < dueMs - EARLY_MS) return false;
    // As in the record: due a gap after the last one was due; after a pause nothing is caught up.
    this.#dueMs = Math.max(this.#dueMs, t - GAP_MS / 2) + GAP_MS;
    return true;
  }
}
