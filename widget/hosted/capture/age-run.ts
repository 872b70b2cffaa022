// One age attempt: find the pose at rest if it is not known → collect estimates → submit.
import type { Conductor } from '../conductor.ts';
import type { Look } from '../engine/messages.ts';
import { AgeSampler } from './age-sampler.ts';
import type { FrameListener } from './camera-loop.ts';
import { type Framing, framingOf, type Stage } from './framing.ts';
import { type CaptureView, FIRST_VIEW } from './liveness-run.ts';
import { RestFinder } from './resting.ts';
import { SteadyFraming } from './steady.ts';

export class AgeRun implements FrameListener {
  #conductor: Conductor;
  #nonce: string;
  #stage: () => Stage;
  #show: (view: CaptureView) => void;
  #rest = new RestFinder();
  #steady = new SteadyFraming();
  #sampler: AgeSampler | undefined;
  #isSent = false;

  constructor(
    conductor: Conductor,
    nonce: string,
    stage: () => Stage,
    show: (view: CaptureView) => void,
  ) {
    this.#conductor = conductor;
    this.#nonce = nonce;
    this.#stage = stage;
    this.#show = show;
  }

  wantsAge(nowMs: number): boolean {
    return this.#sampler?.wantsEstimate(nowMs) ?? false;
  }

  see(nowMs: number, look: Look): void {
    if (this.#isSent) return;
    const framing = this.#sampler?.see(nowMs, look) ?? this.#settle(nowMs, look);
    this.#say(this.#steady.see(nowMs, framing));
    if (this.#sampler?.isDone) void this.#submit(this.#sampler);
  }

  interrupt(): void {
    this.#sampler = undefined;
    this.#rest.reset();
  }

  stall(): void {
    this.interrupt();
    if (!this.#isSent) this.#show({ ...FIRST_VIEW, message: 'no_picture' });
  }

  /** After a reload the resting pose of the liveness step is gone, and is looked for again. */
  #settle(nowMs: number, { face, brightness }: Look): Framing {
    const framing = framingOf(face, this.#stage(), brightness);
    const known = this.#conductor.resting;
    if (!face || framing !== 'ok') {
      this.#rest.reset();
      return framing;
    }
    const resting = known ?? this.#rest.see(nowMs, face.pose).resting;
    if (resting) this.#sampler = new AgeSampler(resting, this.#stage());
    return framing;
  }

  #say(framing: Framing): void {
    const message = framing === 'ok' ? 'hold_still' : framing;
    this.#show({ ...FIRST_VIEW, message, progress: this.#sampler?.progress ?? 0 });
  }

  async #submit(sampler: AgeSampler): Promise<void> {
    this.#isSent = true;
    this.#show({ ...FIRST_VIEW, message: 'one_moment', progress: 1 });
    await this.#conductor.submitAge({ age_nonce: this.#nonce, samples: [...sampler.samples] });
  }
}
