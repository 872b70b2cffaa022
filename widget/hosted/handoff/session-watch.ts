// Keeps this device's view up to date while two devices have the same session open, without ever
// reverting a change that this device is making.
import type { SessionView } from '../requests/wire.ts';
import { Follower, POLL_MS, type Socket } from './follower.ts';

interface WatchedSession {
  connect: () => Socket;
  /** Reads the session. If the promise rejects, `onFault` receives the error. */
  read: () => Promise<SessionView>;
  /** Whether this device is changing the session right now. */
  isChanging: () => boolean;
  onView: (view: SessionView) => void;
  onFault: (error: unknown) => void;
}

export class SessionWatch {
  #session: WatchedSession;
  #follower: Follower;
  #isBehind = false;
  #isReading = false;
  #changes = 0;

  constructor(session: WatchedSession) {
    this.#session = session;
    this.#follower = new Follower(session.connect, () => void this.look());
  }

  start(): void {
    this.#follower.start();
  }

  stop(): void {
    this.#follower.stop();
    this.#isBehind = false;
  }

  /**
   * Call this when this device has a newer view, because a view that is still loading may be older.
   */
  noteChange(): void {
    this.#changes += 1;
    if (this.#isBehind) void this.look();
  }

  /** Reads the session now, or as soon as this device has finished changing it. */
  async look(): Promise<void> {
    if (!this.#follower.isRunning) return;
    this.#isBehind = this.#isReading || this.#session.isChanging();
    if (this.#isBehind) return;
    this.#isReading = true;
    const before = this.#changes;
    try {
      const view = await this.#session.read();
      const isCurrent = before === this.#changes && !this.#session.isChanging();
      if (isCurrent && this.#follower.isRunning) this.#session.onView(view);
      else this.#isBehind = true;
    } catch (error) {
      if (this.#follower.isRunning) this.#session.onFault(error);
      // The socket reports a change only once, so a failed read must be repeated.
      setTimeout(() => void this.look(), POLL_MS);
    }
    this.#isReading = false;
    if (this.#isBehind && !this.#session.isChanging()) await this.look();
  }
}
