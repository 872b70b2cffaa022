// One attempt to take frontal pictures. It collects well-framed pictures over a short time, with
// age estimates if the page computes any, and then submits them.
import {
  isFrontal,
  MIN_AGE_SAMPLES,
  MIN_AGE_SPAN_MS,
  MIN_EDGE_AGE_SPAN_MS,
  MIN_FACE_SCORE,
} from '../../../src/vision/face/age-evidence.ts';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import type { PictureRow } from '../engine/kept-pictures.ts';
import type { PictureReading } from '../engine/worker.ts';
import type { PageController } from '../page-controller.ts';
import type { AgeSubmission, SessionView } from '../requests/wire.ts';
import type { FrameListener } from './camera-loop.ts';
import { type Framing, framingOf, type Stage } from './framing.ts';
import { commitTo, keepIfNew } from './keeping.ts';
import { directionOf, NudgeFinder } from './nudges.ts';
import { SteadyFraming } from './steady.ts';
import { type CaptureView, FIRST_VIEW } from './view.ts';

type AgeSample = AgeSubmission['samples'][number];

/**
 * The number and timing of an attempt's samples. Both exceed what the server needs, so that
 * rounding or a doubtful picture never decides the outcome.
 */
interface AgePace {
  samples: number;
  spanMs: number;
  /** The minimum time between two samples. */
  gapMs: number;
  /** Whether each sample includes an age estimate by the page. */
  isEstimating: boolean;
}

export const DEVICE_PACE: AgePace = {
  samples: MIN_AGE_SAMPLES + 4,
  spanMs: MIN_AGE_SPAN_MS + 300,
  gapMs: 150,
  isEstimating: true,
};
/**
 * The pace of a check at the edge. The server is still measuring the pictures of the movements, so
 * the sooner this step sends its own pictures, the sooner the check is over.
 */
export const EDGE_PACE: AgePace = {
  samples: MIN_AGE_SAMPLES + 2,
  spanMs: MIN_EDGE_AGE_SPAN_MS + 100,
  gapMs: 60,
  isEstimating: false,
};
/**
 * After a longer pause between two samples, the samples start over, so that all samples show one
 * person in the same light.
 */
const PAUSE_MS = 4_000;

export class AgeRun implements FrameListener {
  #controller: PageController;
  #nonce: string | undefined;
  #stage: () => Stage;
  #show: (view: CaptureView) => void;
  #steady = new SteadyFraming();
  #nudges = new NudgeFinder();
  #sampler: AgeSampler;
  #isSent = false;

  /**
   * @param nonce the nonce of the attempt; undefined while the server is still measuring earlier
   *   pictures, in which case the run does nothing
   */
  constructor(
    controller: PageController,
    nonce: string | undefined,
    stage: () => Stage,
    show: (view: CaptureView) => void,
  ) {
    this.#controller = controller;
    this.#nonce = nonce;
    this.#stage = stage;
    this.#show = show;
    this.#sampler = this.#startSampler();
    if (nonce === undefined) this.#end();
  }

  wantsAge(nowMs: number): boolean {
    return this.#sampler.wantsEstimate(nowMs);
  }

  get isWatching(): boolean {
    return !this.#isSent;
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
    if (this.#sampler.isDone && this.#nonce !== undefined) void this.#submit(this.#nonce);
  }

  interrupt(): void {
    this.#sampler = this.#startSampler();
  }

  stall(): void {
    this.interrupt();
    if (!this.#isSent) this.#show({ ...FIRST_VIEW, message: 'no_picture' });
  }

  leave(): void {
    this.interrupt();
  }

  #end(): void {
    this.#isSent = true;
    this.#show({ ...FIRST_VIEW, message: 'one_moment', progress: 1 });
  }

  async #submit(nonce: string): Promise<void> {
    this.#end();
    const { session, camera, engine, reveal } = this.#controller;
    const ofPictures = this.#isEdge ? nonce : undefined;
    const step = this.#view?.step === 'face' ? 'face' : 'age';
    const signals = camera.signals?.report();
    const submission = {
      age_nonce: nonce,
      samples: [...this.#sampler.samples],
      ...(signals && { camera: signals }),
      ...(await commitTo(engine, { step, nonce: ofPictures }, this.#sampler.pictures)),
    };
    // The server refuses estimates while pictures of the movements are due, and estimates are
    // worthless if those pictures do not pass.
    await reveal.settled();
    if (this.#view?.age_nonce === nonce) await session.submitAge(submission);
    reveal.forgetRest(step);
  }

  #startSampler(): AgeSampler {
    return new AgeSampler(this.#isEdge ? EDGE_PACE : DEVICE_PACE);
  }

  get #isEdge(): boolean {
    return this.#view?.measured === 'edge';
  }

  get #view(): SessionView | undefined {
    return this.#controller.flow.state.view;
  }
}

/** Chooses the pictures to use: frontal, with one face, spread over time. Pure. */
export class AgeSampler {
  #pace: AgePace;
  #samples: AgeSample[] = [];
  #pictures: PictureRow[] = [];
  #startMs = 0;
  #lastMs = Number.NEGATIVE_INFINITY;
  #framing: Framing = 'no_face';

  constructor(pace: AgePace) {
    this.#pace = pace;
  }

  get samples(): readonly AgeSample[] {
    return this.#samples;
  }
  /** The samples' pictures, if they can be kept, each with its number and time. */
  get pictures(): readonly PictureRow[] {
    return this.#pictures;
  }
  get isDone(): boolean {
    const { samples, spanMs } = this.#pace;
    return this.#samples.length >= samples && (this.#samples.at(-1)?.t ?? 0) >= spanMs;
  }
  /** Progress from 0 to 1. */
  get progress(): number {
    const span = (this.#samples.at(-1)?.t ?? 0) / this.#pace.spanMs;
    return Math.min(1, span, this.#samples.length / this.#pace.samples);
  }

  /** Whether the next picture should get an age estimate. */
  wantsEstimate(nowMs: number): boolean {
    return this.#pace.isEstimating && this.#framing === 'ok' && this.#isDue(nowMs) && !this.isDone;
  }

  /**
   * Processes the reading of one picture.
   * @returns what is wrong with the picture, or `ok`
   */
  see(nowMs: number, { face, brightness, picture }: PictureReading, stage: Stage): Framing {
    this.#framing = findFault(face, brightness, stage);
    const isWorth = face && (face.age !== undefined || !this.#pace.isEstimating);
    if (this.#framing === 'ok' && isWorth && this.#isDue(nowMs)) this.#keep(nowMs, face, picture);
    return this.#framing;
  }

  #isDue(nowMs: number): boolean {
    return nowMs - this.#lastMs >= this.#pace.gapMs;
  }

  #keep(nowMs: number, { age, pose, score }: FaceReading, picture: number | undefined): void {
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
      ...(age !== undefined && { age: Math.round(age * 100) / 100 }),
      yaw: Math.round(pose.yaw * 100) / 100,
      pitch: Math.round(pose.pitch * 100) / 100,
      score: Math.round(Math.min(1, Math.max(0, score)) * 1000) / 1000,
    });
  }
}

/**
 * Finds what is wrong with a picture by the same rule as at the start of the movements, except that
 * the server's own limits decide what is frontal and how certain the detection of a face must be.
 */
function findFault(face: FaceReading | undefined, brightness: number, stage: Stage): Framing {
  const framing = framingOf(face, stage, brightness);
  if (!face || (framing !== 'ok' && framing !== 'look_straight')) return framing;
  if (face.score < MIN_FACE_SCORE) return 'no_face';
  return isFrontal(face.pose) ? 'ok' : 'look_straight';
}
