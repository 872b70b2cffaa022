// One liveness attempt: head at rest → challenge from the server → guided movements → submission.
import type { Stage } from './framing.ts';
import { framingOf } from './framing.ts';
import { Guide, type Guidance } from './guide.ts';
import type { FrameListener } from './camera-loop.ts';
import type { PictureReading } from '../engine/worker.ts';
import type { PageController } from '../page-controller.ts';
import { RELAXED_PACE, USUAL_PACE } from './pace.ts';
import { RestFinder } from './resting.ts';
import { SteadyFraming } from './steady.ts';

export interface CaptureView extends Guidance {
  /** Which movement of how many; 0 before the first. */
  index: number;
  total: number;
}

/** The challenge began at the server before it arrived here, and the submission takes time too. */
const ROUND_TRIP_MS = 2_000;

export const FIRST_VIEW: CaptureView = {
  action: 'neutral',
  message: 'hold_still',
  progress: 0,
  index: 0,
  total: 0,
};

/** Whether a person would see no difference; the ring moves in steps of one per cent. */
export function isSameView(a: CaptureView, b: CaptureView): boolean {
  return (
    a.action === b.action &&
    a.message === b.message &&
    a.hint === b.hint &&
    Math.round(a.progress * 100) === Math.round(b.progress * 100) &&
    a.index === b.index &&
    a.total === b.total
  );
}

export class LivenessRun implements FrameListener {
  #controller: PageController;
  #stage: () => Stage;
  #show: (view: CaptureView) => void;
  #rest = new RestFinder();
  #steady = new SteadyFraming();
  #guide: Guide | undefined;
  #challengeId = '';
  #endsAtMs = 0;
  #total = 0;
  #isWaiting = false;
  /** Challenges requested before the last interruption are not used. */
  #round = 0;

  constructor(controller: PageController, stage: () => Stage, show: (view: CaptureView) => void) {
    this.#controller = controller;
    this.#stage = stage;
    this.#show = show;
  }

  wantsAge(): boolean {
    return false;
  }

  onReading(nowMs: number, reading: PictureReading): void {
    if (this.#isWaiting) return;
    if (!this.#guide) return this.#settle(nowMs, reading);
    const guidance = this.#guide.see(nowMs, reading.face);
    this.#show({ ...guidance, index: this.#guide.index + 1, total: this.#total });
    if (this.#guide.status !== 'running') void this.#submit(this.#guide);
  }

  interrupt(): void {
    if (this.#isWaiting && this.#guide) return;
    this.#round += 1;
    this.#guide = undefined;
    this.#isWaiting = false;
    this.#rest.reset();
    this.#show(FIRST_VIEW);
  }

  stall(): void {
    this.interrupt();
    if (!this.#isWaiting) this.#show({ ...FIRST_VIEW, message: 'no_picture' });
  }

  #settle(nowMs: number, { face, brightness }: PictureReading): void {
    const framing = framingOf(face, this.#stage(), brightness);
    const shown = this.#steady.see(nowMs, framing);
    if (!face || framing !== 'ok') {
      this.#rest.reset();
      return this.#show({ ...FIRST_VIEW, message: shown === 'ok' ? 'hold_still' : shown });
    }
    const { progress, resting } = this.#rest.see(nowMs, face.pose);
    if (shown !== 'ok') return this.#show({ ...FIRST_VIEW, message: shown });
    const { speed, oval } = this.#controller.camera;
    if (speed.isTooSlow) return this.#show({ ...FIRST_VIEW, message: 'too_slow' });
    oval.see(face, this.#stage());
    this.#show({ ...FIRST_VIEW, progress });
    if (resting && speed.perSecond !== undefined) this.#start(speed.isSlow);
  }

  /** A slow machine shows the movements late: the run starts over with more time for each. */
  #start(isSlow: boolean): void {
    if (isSlow && !this.#controller.flow.state.relaxed) this.#controller.session.relax();
    else void this.#begin();
  }

  async #begin(): Promise<void> {
    const round = this.#round;
    this.#isWaiting = true;
    const { flow, session } = this.#controller;
    const pace = flow.state.relaxed ? RELAXED_PACE : USUAL_PACE;
    const challenge = await session.requestChallenge();
    if (!challenge || round !== this.#round) return;
    this.#challengeId = challenge.challenge_id;
    this.#total = challenge.actions.length;
    const { actions, expires_in_ms: lifetimeMs } = challenge;
    const nowMs = performance.now();
    this.#endsAtMs = nowMs + lifetimeMs - ROUND_TRIP_MS;
    this.#guide = new Guide(actions, nowMs, lifetimeMs, pace);
    this.#isWaiting = false;
  }

  async #submit(guide: Guide): Promise<void> {
    this.#isWaiting = true;
    const { session, camera } = this.#controller;
    const submission = {
      challenge_id: this.#challengeId,
      samples: [...guide.samples],
      camera: camera.signals.report(),
    };
    await session.submitLiveness(submission, this.#endsAtMs);
    // Still on this screen: the submission did not arrive in time, and nothing was counted. Start over.
    this.#isWaiting = false;
    this.interrupt();
  }
}
