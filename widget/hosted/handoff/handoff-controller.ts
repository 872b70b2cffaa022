// Creates and ends the hand-off between a computer and a phone, and follows the session while both
// devices have it open.
import * as api from '../requests/api.ts';
import type { CameraController } from '../capture/camera-controller.ts';
import type { Flow } from '../state/flow.ts';
import type { SessionController } from '../session/session-controller.ts';
import type { SessionView } from '../requests/wire.ts';
import { connectTo } from './follower.ts';
import { SessionWatch } from './session-watch.ts';

export class HandoffController {
  #flow: Flow;
  #session: SessionController;
  #camera: CameraController;
  #watch: SessionWatch | undefined;

  constructor(flow: Flow, session: SessionController, camera: CameraController) {
    this.#flow = flow;
    this.#session = session;
    this.#camera = camera;
  }

  /** Creates a link for a phone. It replaces any earlier link. */
  async offer(): Promise<void> {
    this.#camera.turnOff();
    await this.#session.change(async (id) => {
      const { url, code, expires_in_ms: lifetimeMs } = await api.offerHandoff(id);
      const link = { url, code, endsAtMs: performance.now() + lifetimeMs };
      this.#flow.dispatch({ type: 'linked', link });
      return api.viewSession(id);
    });
  }

  /** Submits the code that the phone's owner copied from the computer's screen. */
  async confirm(code: string): Promise<void> {
    await this.#session.change((id) => api.confirmHandoff(id, code));
  }

  /** Ends the hand-off because the phone's owner does not recognise the computer. */
  async refuse(): Promise<void> {
    const { view } = this.#flow.state;
    if (!view) return;
    await this.#session.run(async () => {
      await api.endHandoff(view.id);
      this.#session.release();
      this.#flow.dispatch({ type: 'blocked', block: 'handoff_refused' });
    });
  }

  /** Ends the hand-off: the session continues on the computer. */
  async end(): Promise<void> {
    await this.#session.change(api.endHandoff);
  }

  /** Follows the session while it has a hand-off; otherwise stops following it. */
  follow({ id, handoff }: SessionView): void {
    if (!handoff) return this.stop();
    this.#watch ??= this.#makeWatch(id);
    this.#watch.start();
  }

  /**
   * Call this when a request from this device has ended, because a view requested before then may
   * be outdated.
   */
  noteChange(): void {
    this.#watch?.noteChange();
  }

  stop(): void {
    this.#watch?.stop();
  }

  #makeWatch(id: string): SessionWatch {
    const watch = new SessionWatch({
      connect: () => connectTo(id),
      read: () => api.peekSession(id),
      isChanging: () => this.#flow.state.busy,
      onView: (view) => this.#session.take('followed', view),
      // The watch retries the read soon, so only UNAUTHORIZED is final.
      onFault: (error) => {
        if (api.codeOf(error) === 'UNAUTHORIZED') this.#session.block('UNAUTHORIZED');
      },
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void watch.look();
    });
    return watch;
  }
}
