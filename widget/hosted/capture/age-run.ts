// One age attempt: collects estimates of well-framed, frontal pictures over a short time, then submits them.
import {
  type AgeSample,
  isFrontal,
  MIN_AGE_SAMPLES,
  MIN_AGE_SPAN_MS,
  MIN_FACE_SCORE,
} from '../../../src/engine/age-evidence.ts';
import type { FaceReading } from '../../../src/engine/face-engine.ts';
import type { PictureRow } from '../engine/kept-pictures.ts';
import type { PictureReading } from '../engine/worker.ts';
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import type { PageController } from '../page-controller.ts';
import type { FrameListener } from './camera-loop.ts';
import { type Framing, framingOf, type Stage } from './framing.ts';
import { commitTo, keepIfNew } from './keeping.ts';
import { type CaptureView, FIRST_VIEW } from './liveness-run.ts';
import { directionOf, NudgeFinder } from './nudges.ts';
import { SteadyFraming } from './steady.ts';

/** More than the server needs, so that rounding or a doubtful picture never decides. */
export const AGE_SAMPLES = MIN_AGE_SAMPLES + 4;
const AGE_SPAN_MS = MIN_AGE_SPAN_MS + 300;
const AGE_GAP_MS = 150;
/** After a longer pause the samples start over: one person, one light. */
const PAUSE_MS = 4_000;

export class AgeRun implements FrameListener {
  #controller: PageController;
  #nonce: string;
  #stage: () => Stage;
  #show: (view: CaptureView) => void;
  #steady = new SteadyFraming();
  #nudges = new NudgeFinder();
  #sampler = new AgeSampler();
  #isSent = false;

  constructor(
    controller: PageController,
    nonce: string,
    stage: () => Stage,
    show: (view: CaptureView) => void,
  ) {
    this.#controller = controller;
    this.#nonce = nonce;
    this.#stage = stage;
    this.#show = show;
  }

  wantsAge(nowMs: number): boolean {
    return this.#sampler.wantsEstimate(nowMs);
  }

  get isKeeping(): boolean {
    return !this.#isSent && this.#isEdge;
  }

  onReading(nowMs: number, reading: PictureReading): void {
    if (this.#isSent) return;
    const framing = this.#steady.see(nowMs, this.#sampler.see(nowMs, reading, this.#stage()));
    keepIfNew(this.#controller.engine, this.#sampler.pictures, reading);
    const message = framing === 'ok' ? 'hold_still' : framing;
    const hint = directionOf(framing, reading.face, this.#stage());
    const nudge = this.#nudges.see(nowMs, framing === 'ok');
    const { progress } = this.#sampler;
    this.#show({
      ...FIRST_VIEW,
      message,
      progress,
      ...(hint && { hint }),
      ...(nudge && { nudge }),
    });
    if (this.#sampler.isDone) void this.#submit();
  }

  interrupt(): void {
    this.#sampler = new AgeSampler();
  }

  stall(): void {
    this.interrupt();
    if (!this.#isSent) this.#show({ ...FIRST_VIEW, message: 'no_picture' });
  }

  async #submit(): Promise<void> {
    this.#isSent = true;
    this.#show({ ...FIRST_VIEW, message: 'one_moment', progress: 1 });
    const { session, camera, engine, reveal } = this.#controller;
    const submission = {
      age_nonce: this.#nonce,
      samples: [...this.#sampler.samples],
      camera: camera.signals.report(),
      ...(await commitTo(engine, this.#isEdge ? this.#nonce : undefined, this.#sampler.pictures)),
    };
    // Estimates are refused while pictures of the movements are due, and worth nothing if those do not pass.
    await reveal.settled();
    if (this.#view?.age_nonce === this.#nonce) await session.submitAge(submission);
    await reveal.forgetRest();
  }

  get #isEdge(): boolean {
    return this.#view?.measured === 'edge';
  }

  get #view(): SessionView | undefined {
    return this.#controller.flow.state.view;
  }
}

/** Chooses the pictures whose estimate is sent: frontal, one face, spread over time. Pure. */
export class AgeSampler {
  #samples: AgeSample[] = [];
  #pictures: PictureRow[] = [];
  #startMs = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #framing: Framing = 'no_face';

  get samples(): readonly AgeSample[] {
    return this.#samples;
  }
  /** The pictures of samples, as far as they can be kept. */
  get pictures(): readonly PictureRow[] {
    return this.#pictures;
  }
  get isDone(): boolean {
    return this.#samples.length >= AGE_SAMPLES && (this.#samples.at(-1)?.t ?? 0) >= AGE_SPAN_MS;
  }
  /** 0 to 1. */
  get progress(): number {
    const span = (this.#samples.at(-1)?.t ?? 0) / AGE_SPAN_MS;
    return Math.min(1, span, this.#samples.length / AGE_SAMPLES);
  }

  /** Whether the next picture is worth an estimate. */
  wantsEstimate(nowMs: number): boolean {
    return this.#framing === 'ok' && nowMs - this.#lastMs >= AGE_GAP_MS && !this.isDone;
  }

  /** Takes one picture's reading. @returns what is wrong with it, or `ok` */
  see(nowMs: number, { face, brightness, picture }: PictureReading, stage: Stage): Framing {
    this.#framing = findFault(face, brightness, stage);
    if (this.#framing === 'ok' && face?.age !== undefined)
      this.#keep(nowMs, face, face.age, picture);
    return this.#framing;
  }

  #keep(nowMs: number, face: FaceReading, age: number, picture: number | undefined): void {
    if (nowMs - this.#lastMs < AGE_GAP_MS) return;
    if (nowMs - this.#lastMs > PAUSE_MS) {
      this.#samples = [];
      this.#pictures = [];
      this.#startMs = nowMs;
    }
    this.#lastMs = nowMs;
    const t = Math.round(nowMs - this.#startMs);
    if (picture !== undefined) this.#pictures.push([picture, t]);
    this.#samples.push({
      t,
      age: Math.round(age * 100) / 100,
      yaw: Math.round(face.pose.yaw * 100) / 100,
      pitch: Math.round(face.pose.pitch * 100) / 100,
      score: Math.round(Math.min(1, Math.max(0, face.score)) * 1000) / 1000,
    });
  }
}

/** As at the start of the movements, except that the server's own limit decides what is frontal. */
function findFault(face: FaceReading | undefined, brightness: number, stage: Stage): Framing {
  const framing = framingOf(face, stage, brightness);
  if (!face || (framing !== 'ok' && framing !== 'look_straight')) return framing;
  if (face.score < MIN_FACE_SCORE) return 'no_face';
  return isFrontal(face.pose) ? 'ok' : 'look_straight';
}
