// Chooses the frames whose age estimate is sent: frontal, one face, spread over time. Pure.
import type { Pose } from '../../../src/engine/challenge.ts';
import type { AgeBody } from '../../../src/routes/hosted/schemas.ts';
import { type Framing, framingOf, type Stage } from './framing.ts';
import type { Look } from '../engine/messages.ts';
import type { FaceFrame } from './recorder.ts';

export type AgeSample = AgeBody['samples'][number];

export const AGE_SAMPLES = 12;
/** The server wants 2 s; a little more, so that rounding never decides. */
export const AGE_SPAN_MS = 2_300;
export const AGE_GAP_MS = 150;
/** The server takes frames up to 15° from rest. */
const FRONTAL_DEGREES = 12;
const MIN_SCORE = 0.5;
/** After a longer pause the sitting starts anew: one person, one light. */
const PAUSE_MS = 4_000;

export class AgeSampler {
  #resting: Pose;
  #stage: Stage;
  #samples: AgeSample[] = [];
  #startMs = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #framing: Framing = 'no_face';

  constructor(resting: Pose, stage: Stage) {
    this.#resting = resting;
    this.#stage = stage;
  }

  get samples(): readonly AgeSample[] {
    return this.#samples;
  }
  get isDone(): boolean {
    return this.#samples.length >= AGE_SAMPLES && (this.#samples.at(-1)?.t ?? 0) >= AGE_SPAN_MS;
  }
  /** 0 to 1. */
  get progress(): number {
    const span = (this.#samples.at(-1)?.t ?? 0) / AGE_SPAN_MS;
    return Math.min(1, span, this.#samples.length / AGE_SAMPLES);
  }

  /** Whether the next frame is worth an estimate. */
  wantsEstimate(nowMs: number): boolean {
    return this.#framing === 'ok' && nowMs - this.#lastMs >= AGE_GAP_MS && !this.isDone;
  }

  /** Takes one frame and says what is wrong with it, if anything. */
  see(nowMs: number, { face, brightness }: Look): Framing {
    this.#framing = this.#judge(face, brightness);
    if (this.#framing === 'ok' && face?.age !== undefined) this.#keep(nowMs, face, face.age);
    return this.#framing;
  }

  #keep(nowMs: number, face: FaceFrame, age: number): void {
    if (nowMs - this.#lastMs < AGE_GAP_MS) return;
    if (nowMs - this.#lastMs > PAUSE_MS) {
      this.#samples = [];
      this.#startMs = nowMs;
    }
    this.#lastMs = nowMs;
    this.#samples.push({
      t: Math.round(nowMs - this.#startMs),
      age: Math.round(age * 100) / 100,
      yaw: Math.round(face.pose.yaw * 100) / 100,
      pitch: Math.round(face.pose.pitch * 100) / 100,
      score: Math.round(Math.min(1, Math.max(0, face.score)) * 1000) / 1000,
    });
  }

  #judge(face: FaceFrame | undefined, brightness: number): Framing {
    const framing = framingOf(face, this.#stage, brightness);
    if (!face || (framing !== 'ok' && framing !== 'look_straight')) return framing;
    if (face.score < MIN_SCORE) return 'no_face';
    const isFrontal =
      Math.abs(face.pose.yaw - this.#resting.yaw) < FRONTAL_DEGREES &&
      Math.abs(face.pose.pitch - this.#resting.pitch) < FRONTAL_DEGREES;
    return isFrontal ? 'ok' : 'look_straight';
  }
}
