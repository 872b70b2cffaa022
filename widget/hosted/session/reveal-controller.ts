// Sends the committed pictures that the server has requested (D-80), while the visitor is already
// at the next step. Only the next submission waits until they have been sent.
import type { RevealStep } from '../../../src/vision/face/face-wire.ts';
import * as api from '../requests/api.ts';
import type { DuePicture } from '../engine/kept-pictures.ts';
import type { EngineController } from '../engine/engine-controller.ts';
import { type Flow, isOver } from '../state/flow.ts';
import type { SessionController } from './session-controller.ts';
import type { SessionView } from '../requests/wire.ts';

type Reveal = NonNullable<SessionView['reveal']>;
type RevealView = SessionView & { reveal: Reveal };
interface Shown {
  /** The requested times as one string, for comparison. */
  times: string;
  pictures: readonly DuePicture[];
}

/** Temporary errors, after which another attempt may succeed if it is made in time. */
const PASSING = ['NETWORK', 'UNAVAILABLE', 'INTERNAL_ERROR', 'TOO_MANY_REQUESTS'];
const RETRY_MS = 700;
/**
 * The grace period after the deadline for sending, because the server's clock may be slightly
 * behind ours.
 */
const LATE_MS = 1_000;

export class RevealController {
  #flow: Flow;
  #session: Pick<SessionController, 'take' | 'reload'>;
  #engine: Pick<EngineController, 'reveal' | 'forget'>;
  #running: Promise<void> | undefined;

  constructor(
    flow: Flow,
    session: Pick<SessionController, 'take' | 'reload'>,
    engine: Pick<EngineController, 'reveal' | 'forget'>,
  ) {
    this.#flow = flow;
    this.#session = session;
    this.#engine = engine;
  }

  /** Starts sending the pictures that the view requests from this device. */
  follow(view: SessionView): void {
    if (!hasReveal(view)) return;
    this.#running ??= this.#run(view).finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves once no pictures are due any more, whatever the outcome. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /**
   * Discards the pictures of a step after its submission has been answered, unless the server has
   * requested some of them. In that case, the step's pictures are discarded after those have been
   * sent.
   */
  forgetRest(step: RevealStep): void {
    if (!this.#running) this.#engine.forget(step);
  }

  async #run(view: RevealView): Promise<void> {
    for (let asked: RevealView | undefined = view, shown: Shown | undefined; asked;) {
      const { id, reveal }: RevealView = asked;
      // The server may request the same pictures again, for example when it was temporarily unable
      // to measure them.
      shown = shown?.times === String(reveal.times) ? shown : await this.#take(reveal);
      await this.#answer(id, reveal, shown.pictures);
      const { view: next } = this.#flow.state;
      asked = next && !isOver(this.#flow.state) && hasReveal(next) ? next : undefined;
      // The server may request more pictures of the step, for example when one picture contains no
      // face (D-87). The page keeps the pictures until the server requests no more of them.
      if (asked?.reveal.step !== reveal.step) this.#engine.forget(reveal.step);
    }
  }

  async #take({ step, times }: Reveal): Promise<Shown> {
    return { times: String(times), pictures: await this.#engine.reveal(step, times) };
  }

  async #answer(
    id: string,
    { step, times, due_in_ms: dueInMs }: Reveal,
    pictures: readonly DuePicture[],
  ): Promise<void> {
    const endsAtMs = performance.now() + dueInMs + LATE_MS;
    // After a reload or on another device, the page does not have the pictures. It then waits for
    // the deadline, at which the server ends the attempt.
    if (pictures.length < times.length) await sleepUntil(endsAtMs);
    else {
      const view = await this.#send(() => api.revealPictures(id, step, pictures), endsAtMs);
      if (view && !isOver(this.#flow.state)) return this.#session.take('judged', view);
    }
    if (!isOver(this.#flow.state)) await this.#session.reload();
  }

  /**
   * @returns the updated view; undefined when the server refuses the pictures, or has been
   *   unreachable for too long
   */
  async #send(
    attempt: () => Promise<SessionView>,
    endsAtMs: number,
  ): Promise<SessionView | undefined> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const isWorthMore = PASSING.includes(api.codeOf(error)) && performance.now() < endsAtMs;
        if (!isWorthMore || isOver(this.#flow.state)) return undefined;
        await sleepUntil(performance.now() + RETRY_MS);
      }
    }
  }
}

const hasReveal = (view: SessionView): view is RevealView =>
  view.active && view.reveal !== undefined;

function sleepUntil(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms - performance.now());
  });
}
