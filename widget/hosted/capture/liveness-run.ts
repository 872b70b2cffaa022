// One liveness attempt: head at rest → challenge from the server → guided movements → submission.
import type { Stage } from './framing.ts';
import { framingOf } from './framing.ts';
import { Guide } from './guide.ts';
import type { FaceReading } from '../../../src/vision/face/face-engine.ts';
import type { Gesture } from '../../../src/vision/face/challenge.ts';
import type { FrameListener } from './camera-loop.ts';
import type { PictureReading } from '../engine/worker.ts';
import type { PageController } from '../page-controller.ts';
import { commitTo, keepIfNew } from './keeping.ts';
import { directionOf, NudgeFinder } from './nudges.ts';
import { RELAXED_PACE, USUAL_PACE } from './pace.ts';
import type { ScreenLight } from './screen-light.ts';
import { RestFinder } from './resting.ts';
import { SteadyFraming } from './steady.ts';
import { type CaptureView, FIRST_VIEW } from './view.ts';

interface LightPart {
  ScreenLight: typeof ScreenLight;
}

/**
 * The time reserved for the network: a challenge's lifetime starts on the server before the
 * challenge reaches the page, and the submission takes time as well.
 */
const ROUND_TRIP_MS = 2_000;
/** Half of the first wait after a stall. Each wait is twice as long as the previous one. */
const RECOVERY_MS = 1_000;
const MAX_RECOVERY_MS = 16_000;

/**
 * How much wider a face becomes when it comes closer, and the largest share of the picture that it
 * may fill afterwards.
 */
const CLOSE_RATIO = 1.5;
const MAX_FILLED_SHARE = 0.95;

/** How long the page shows the message that a gesture is left out. */
const SAID_MS = 4_000;

const NOT_RESTING = { progress: 0, resting: undefined };

export class LivenessRun implements FrameListener {
  #controller: PageController;
  #stage: () => Stage;
  #show: (view: CaptureView) => void;
  #rest = new RestFinder();
  #steady = new SteadyFraming();
  #nudges = new NudgeFinder();
  #guide: Guide | undefined;
  #challengeId = '';
  /** The nonce of the attempt; undefined when the check is not measured at the edge. */
  #nonce: string | undefined;
  #light: ScreenLight | undefined;
  /** The module that shows the colours, once it has loaded. */
  #lightPart: LightPart | undefined;
  #loading: Promise<void> | undefined;
  #endsAtMs = 0;
  #total = 0;
  #isWaiting = false;
  /** The number of interruptions. A challenge requested before the latest one is not used. */
  #round = 0;
  /** How often the machine was too slow, and when the next challenge may be requested. */
  #stalls = 0;
  #recoversMs = 0;
  /** The gestures that the visitor cannot make, and until when a message about them is shown. */
  #without: Gesture[] = [];
  #saidUntilMs = 0;

  constructor(controller: PageController, stage: () => Stage, show: (view: CaptureView) => void) {
    this.#controller = controller;
    this.#stage = stage;
    this.#show = show;
    this.#prepareLight();
  }

  wantsAge(): boolean {
    return false;
  }

  get isWatching(): boolean {
    return !this.#isWaiting || this.#guide === undefined;
  }

  get isKeeping(): boolean {
    return this.#guide !== undefined && this.#nonce !== undefined;
  }

  onReading(nowMs: number, reading: PictureReading): void {
    if (this.#isWaiting) return;
    if (!this.#guide) return this.#settle(nowMs, reading);
    if (this.#controller.flow.state.unlit) this.#light?.end();
    const guidance = this.#guide.see(nowMs, reading.face, reading.picture);
    keepIfNew(this.#controller.engine, this.#guide.pictures, reading);
    this.#show({ ...guidance, index: this.#guide.index + 1, total: this.#total });
    const { status } = this.#guide;
    if (status === 'stalled') this.#breakOff(nowMs);
    else if (status !== 'running') void this.#submit(this.#guide);
  }

  interrupt(): void {
    if (this.#isWaiting && this.#guide) return;
    this.#round += 1;
    this.#guide = undefined;
    this.#endLight();
    this.#isWaiting = false;
    this.#rest.reset();
    this.#show(FIRST_VIEW);
  }

  /** Leaves the requested gesture out for the rest of the session, and requests a new challenge. */
  leaveOut(gesture: Gesture): void {
    if (this.#isWaiting) return;
    this.#without.push(gesture);
    this.interrupt();
    this.#saidUntilMs = performance.now() + SAID_MS;
    this.#remark(performance.now(), { message: 'hold_still' }, true);
  }

  /**
   * Abandons the challenge because the machine is too slow. This uses up no attempt, and no new
   * challenge is requested until the machine has had time to recover.
   */
  #breakOff(nowMs: number): void {
    this.interrupt();
    this.#stalls += 1;
    this.#recoversMs = nowMs + Math.min(MAX_RECOVERY_MS, RECOVERY_MS * 2 ** this.#stalls);
    this.#show({ ...FIRST_VIEW, message: 'too_slow' });
  }

  stall(): void {
    this.interrupt();
    if (!this.#isWaiting) this.#show({ ...FIRST_VIEW, message: 'no_picture' });
  }

  leave(): void {
    this.#round += 1;
    this.#light?.end();
  }

  #settle(nowMs: number, reading: PictureReading): void {
    const { face } = reading;
    const framing = framingOf(face, this.#stage(), reading.brightness);
    const shown = this.#steady.see(nowMs, framing);
    const isReady = face !== undefined && framing === 'ok';
    if (!isReady) this.#rest.reset();
    const { progress, resting } = isReady ? this.#rest.see(nowMs, face.pose) : NOT_RESTING;
    if (isReady) this.#prepareLight();
    if (shown !== 'ok') {
      const hint = directionOf(shown, face, this.#stage());
      return this.#remark(nowMs, { message: shown, ...(hint && { hint }) });
    }
    if (!isReady) return this.#remark(nowMs, { message: 'hold_still' }, true);
    const { speed, oval } = this.#controller.camera;
    if (speed.isTooSlow || nowMs < this.#recoversMs)
      return this.#remark(nowMs, { message: 'too_slow' });
    oval.see(face, this.#stage());
    this.#remark(nowMs, { message: 'hold_still', progress }, true);
    if (resting && speed.perSecond !== undefined) this.#start(speed.isSlow, face);
  }

  #remark(nowMs: number, remark: Partial<CaptureView>, isFine = false): void {
    const nudge = this.#nudges.see(nowMs, isFine);
    const said = nowMs < this.#saidUntilMs && { hint: 'left_out' as const };
    this.#show({ ...FIRST_VIEW, ...said, ...remark, ...(nudge && { nudge }) });
  }

  /** Requests a challenge; on a slow machine, starts over once with more time per movement. */
  #start(isSlow: boolean, face: FaceReading): void {
    if (isSlow && !this.#controller.flow.state.relaxed) this.#controller.session.relax();
    else void this.#begin(gesturesOf(face));
  }

  async #begin(gestures: Gesture[]): Promise<void> {
    const round = this.#round;
    this.#isWaiting = true;
    const { flow, session } = this.#controller;
    const pace = flow.state.relaxed ? RELAXED_PACE : USUAL_PACE;
    const challenge = await session.requestChallenge({
      gestures,
      ...(this.#without.length > 0 && { without: this.#without }),
    });
    await this.#loading;
    if (round !== this.#round) return;
    this.#prepareLight();
    if (!challenge?.light) this.#endLight();
    if (!challenge) return;
    if (challenge.light) this.#light?.follow(challenge.light);
    this.#challengeId = challenge.challenge_id;
    this.#nonce = challenge.nonce;
    this.#total = challenge.actions.length;
    const { actions, aside_degrees: asideDegrees, expires_in_ms: lifetimeMs } = challenge;
    const nowMs = performance.now();
    this.#endsAtMs = nowMs + lifetimeMs - ROUND_TRIP_MS;
    this.#nudges.reset();
    this.#guide = new Guide({ actions, asideDegrees, lifetimeMs }, nowMs, pace, this.#light);
    this.#isWaiting = false;
  }

  /**
   * Turns the screen grey as soon as the head is still, so that the first colour can be shown when
   * the challenge arrives. The code that shows the colours is a separate script, which a check with
   * on-device measurement never needs. If it does not load, the check continues without colours.
   */
  #prepareLight(): void {
    const { unlit, view } = this.#controller.flow.state;
    if (unlit || view?.measured !== 'edge') return this.#endLight();
    if (this.#lightPart) this.#light ??= new this.#lightPart.ScreenLight();
    this.#loading ??= import('./screen-light.ts').then(
      (part) => void (this.#lightPart = part),
      () => undefined,
    );
  }

  #endLight(): void {
    this.#light?.end();
    this.#light = undefined;
  }

  async #submit(guide: Guide): Promise<void> {
    this.#isWaiting = true;
    const begunMs = this.#light?.begunMs;
    this.#light?.end();
    const { session, camera, engine, reveal } = this.#controller;
    const signals = camera.signals?.report();
    const submission = {
      challenge_id: this.#challengeId,
      samples: [...guide.samples],
      ...(signals && { camera: signals }),
      ...(begunMs && { light: begunMs.map((ms) => Math.max(0, ms - guide.startMs)) }),
      ...(await commitTo(engine, { step: 'liveness', nonce: this.#nonce }, guide.pictures)),
    };
    await session.submitLiveness(submission, this.#endsAtMs);
    reveal.forgetRest('liveness');
    // If this screen is still shown, the submission did not arrive in time and nothing was counted,
    // so the run starts over.
    this.#isWaiting = false;
    this.interrupt();
  }
}

/**
 * Returns the gestures that this face can make: a face that nearly fills the picture has no room to
 * come closer.
 */
function gesturesOf({ width, height }: FaceReading): Gesture[] {
  const isFar = Math.max(width, height) * CLOSE_RATIO <= MAX_FILLED_SHARE;
  return isFar ? ['open_mouth', 'come_closer'] : ['open_mouth'];
}
