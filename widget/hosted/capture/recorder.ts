// Records the pose trajectory of one challenge: thinned out to match the pace, no longer than the
// server accepts, and rounded for sending. It also determines which pictures are kept. Pure.
import {
  type Gesture,
  MAX_POSE_SAMPLES,
  type PoseSample,
} from '../../../src/vision/face/challenge.ts';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import type { PictureRow } from '../engine/kept-pictures.ts';
import { KeepCadence } from '../../../src/vision/face/keep-cadence.ts';
import { type Pace, USUAL_PACE } from './pace.ts';

export class Recorder {
  #samples: PoseSample[] = [];
  #pictures: PictureRow[] = [];
  #keeps: KeepCadence;
  #gestures: readonly Gesture[];
  #startMs: number;
  #pace: Pace;
  #dueMs = 0;
  #offeredMs = 0;

  /**
   * @param startMs when the recording starts, on the caller's clock in milliseconds
   * @param gestures the gestures that the challenge requests
   */
  constructor(startMs: number, pace: Pace = USUAL_PACE, gestures: readonly Gesture[] = []) {
    this.#startMs = startMs;
    this.#pace = pace;
    this.#gestures = gestures;
    this.#keeps = new KeepCadence(gestures);
  }

  /**
   * Records a frame if it is due.
   * @param nowMs the frame's time, on the same clock as `startMs`
   * @param picture the number of the frame's picture, if it can be kept
   * @param isLit whether the screen shows a colour
   * @returns the row that was kept, or undefined when the frame is too early or the recording is
   *   full
   */
  offer(nowMs: number, face: FaceReading, picture?: number, isLit = false): PoseSample | undefined {
    const t = round(nowMs - this.#startMs, 2);
    if (!this.#isDue(t) || this.isFull) return undefined;
    const sample: PoseSample = [
      t,
      round(face.pose.yaw, 2),
      round(face.pose.pitch, 2),
      round(face.pose.roll, 2),
      round(face.x, 4),
      round(face.y, 4),
      round(face.width, 4),
    ];
    if (this.#gestures.includes('open_mouth')) sample[7] = round(face.mouth, 3);
    this.#samples.push(sample);
    if (picture !== undefined && this.#keeps.wants(sample, isLit))
      this.#pictures.push([picture, t]);
    return sample;
  }

  #isDue(t: number): boolean {
    const { rowGapMs, rows } = this.#pace;
    if (t < 0) return false;
    const frameGapMs = t - this.#offeredMs;
    this.#offeredMs = t;
    // The next frame is expected after the same interval as this one. This frame is recorded if
    // waiting for the next one would leave too long a gap after the last row.
    if (rows === 'sparse')
      return this.#samples.length === 0 || t + frameGapMs - this.lastMs > rowGapMs;
    if (t < this.#dueMs) return false;
    // The next row is due one gap after this row was due, not after it arrived: a camera that
    // jitters by a few milliseconds keeps its 15 rows per second. Rows missed during a pause are
    // not made up for.
    this.#dueMs = Math.max(this.#dueMs, t - rowGapMs / 4) + rowGapMs;
    return true;
  }

  /** When the recording started, on the caller's clock. */
  get startMs(): number {
    return this.#startMs;
  }

  get isFull(): boolean {
    return this.#samples.length >= MAX_POSE_SAMPLES;
  }

  get samples(): readonly PoseSample[] {
    return this.#samples;
  }

  /** The pictures to keep, each with the time of its row. */
  get pictures(): readonly PictureRow[] {
    return this.#pictures;
  }

  /** The time of the last row, in milliseconds since the recording started. */
  get lastMs(): number {
    return this.#samples.at(-1)?.[0] ?? 0;
  }
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
