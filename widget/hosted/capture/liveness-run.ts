// One liveness attempt: settle → challenge from the server → guided movements → submit.
import type { Stage } from './framing.ts';
import { framingOf } from './framing.ts';
import { Guide, type Guidance } from './guide.ts';
import type { FrameListener } from './camera-loop.ts';
import type { Conductor } from '../conductor.ts';
import type { FaceFrame } from './recorder.ts';
import { RELAXED_PACE, USUAL_PACE } from './pace.ts';
import { RestFinder } from './resting.ts';
import { SteadyFraming } from './steady.ts';

export interface CaptureView extends Guidance {
  /** Which movement of how many; 0 while nothing is asked yet. */
  index: number;
  total: number;
}

export const FIRST_VIEW: CaptureView = {
  action: 'neutral',
  message: 'hold_still',
  progress: 0,
  index: 0,
  total: 0,
};

export class LivenessRun implements FrameListener {
  #conductor: Conductor;
  #stage: () => Stage;
  #show: (view: CaptureView) => void;
  #rest = new RestFinder();
  #steady = new SteadyFraming();
  #guide: Guide | undefined;
  #challengeId = '';
  #total = 0;
  #isWaiting = false;
  /** Challenges asked for before the last interruption are not used any more. */
  #round = 0;

  constructor(conductor: Conductor, stage: () => Stage, show: (view: CaptureView) => void) {
    this.#conductor = conductor;
    this.#stage = stage;
    this.#show = show;
  }

  wantsAge(): boolean {
    return false;
  }

  see(nowMs: number, face: FaceFrame | undefined): void {
    if (this.#isWaiting) return;
    if (!this.#guide) return this.#settle(nowMs, face);
    const guidance = this.#guide.see(nowMs, face);
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

  #settle(nowMs: number, face: FaceFrame | undefined): void {
    const framing = framingOf(face, this.#stage());
    const shown = this.#steady.see(nowMs, framing);
    if (!face || framing !== 'ok') {
      this.#rest.reset();
      return this.#show({ ...FIRST_VIEW, message: shown === 'ok' ? 'hold_still' : shown });
    }
    const { progress, resting } = this.#rest.see(nowMs, face.pose);
    if (shown !== 'ok') return this.#show({ ...FIRST_VIEW, message: shown });
    this.#show({ ...FIRST_VIEW, progress });
    if (resting) void this.#begin();
  }

  async #begin(): Promise<void> {
    const round = this.#round;
    this.#isWaiting = true;
    const pace = this.#conductor.state.relaxed ? RELAXED_PACE : USUAL_PACE;
    const challenge = await this.#conductor.requestChallenge();
    if (!challenge || round !== this.#round) return;
    this.#challengeId = challenge.challenge_id;
    this.#total = challenge.actions.length;
    const { actions, expires_in_ms: lifetimeMs } = challenge;
    this.#guide = new Guide(actions, performance.now(), lifetimeMs, pace);
    this.#isWaiting = false;
  }

  async #submit(guide: Guide): Promise<void> {
    this.#isWaiting = true;
    this.#conductor.resting = guide.resting;
    await this.#conductor.submitLiveness({
      challenge_id: this.#challengeId,
      samples: [...guide.samples],
    });
  }
}
