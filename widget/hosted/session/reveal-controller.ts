// Sends the pictures that the server drew from those the page had committed to (D-80), while the person is at the next
// step. Nobody waits for it but the next submission.
import type { RevealStep } from '../../../src/vision/face/face-wire.ts';
import * as api from '../requests/api.ts';
import type { DuePicture } from '../engine/kept-pictures.ts';
import type { EngineController } from '../engine/engine-controller.ts';
import { type Flow, isOver } from '../state/flow.ts';
import type { SessionController } from './session-controller.ts';
import type { SessionView } from '../requests/wire.ts';

type Reveal = NonNullable<SessionView['reveal']>;
type AskedView = SessionView & { reveal: Reveal };
interface Shown {
  /** Which times were asked for, as text. */
  times: string;
  pictures: readonly DuePicture[];
}

/** What another attempt in time may mend. */
const PASSING = ['NETWORK', 'UNAVAILABLE', 'INTERNAL_ERROR', 'TOO_MANY_REQUESTS'];
const RETRY_MS = 700;
/** The server's clock may be a moment behind ours when the time for sending ends. */
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

  /** Begins to send what a view of this device asks for. */
  follow(view: SessionView): void {
    if (!isAsked(view)) return;
    this.#running ??= this.#run(view).finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves once no pictures are due any more, whatever came of it. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** A submission was answered: what the server did not ask for is forgotten. */
  forgetRest(step: RevealStep): void {
    if (!this.#running) this.#engine.forget(step);
  }

  async #run(view: AskedView): Promise<void> {
    for (let asked: AskedView | undefined = view, shown: Shown | undefined; asked;) {
      const { id, reveal }: AskedView = asked;
      // The same again, as after a time in which nothing could be measured.
      shown = shown?.times === String(reveal.times) ? shown : await this.#take(reveal);
      await this.#answer(id, reveal, shown.pictures);
      const { view: next } = this.#flow.state;
      asked = next && !isOver(this.#flow.state) && isAsked(next) ? next : undefined;
      // Others of the step may be wanted until the server wants none: in place of one without a face (D-87).
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
    // After a reload, or on another device, they are gone: the server ends the attempt when their time is over.
    if (pictures.length < times.length) await sleepUntil(endsAtMs);
    else {
      const view = await this.#send(() => api.revealPictures(id, step, pictures), endsAtMs);
      if (view && !isOver(this.#flow.state)) return this.#session.take('judged', view);
    }
    if (!isOver(this.#flow.state)) await this.#session.reload();
  }

  /** @returns undefined when the server wants no pictures (any more), or was out of reach for too long */
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

const isAsked = (view: SessionView): view is AskedView => view.active && view.reveal !== undefined;

function sleepUntil(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms - performance.now());
  });
}
