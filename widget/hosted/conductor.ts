// Performs what the flow decides: talks to the server, the camera and the engine, and keeps the state.
// Screens call its methods and read its state; nothing here draws.
import type { Action, Pose } from '../../src/engine/challenge.ts';
import type {
  AgeBody,
  Challenge,
  LivenessBody,
  SandboxBody,
  SessionView,
} from '../../src/routes/hosted/schemas.ts';
import * as api from './api.ts';
import { cameraFault, closeCamera, openCamera } from './capture/camera.ts';
import { FaceClient } from './engine/face-client.ts';
import { advance, type Block, type FlowEvent, type FlowState, initialFlow } from './flow.ts';
import { isSupported } from './support.ts';

/** The server's clock may be a moment behind ours when the session ends. */
const EXPIRY_GRACE_MS = 1_000;

const BLOCK_OF_CODE: Record<string, Block> = {
  NOT_FOUND: 'unknown_link',
  VALIDATION_FAILED: 'unknown_link',
  SESSION_OPENED_ELSEWHERE: 'opened_elsewhere',
  UNAUTHORIZED: 'no_cookie',
  TOO_MANY_REQUESTS: 'too_many',
  NETWORK: 'offline',
};

export class Conductor {
  readonly engine = new FaceClient((engine) => this.#dispatch({ type: 'engine', engine }));
  /** The pose at rest found by the liveness step; the age step measures against it. */
  resting: Pose | undefined;
  stream: MediaStream | undefined;
  #state: FlowState = initialFlow;
  #token: string;
  #onState: (state: FlowState) => void;
  #expiryTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param token the init token of the link; @param onState called after every change */
  constructor(token: string, onState: (state: FlowState) => void) {
    this.#token = token;
    this.#onState = onState;
  }

  get state(): FlowState {
    return this.#state;
  }

  /** Redeems the link; the only request that uses the token. */
  async open(): Promise<void> {
    if (!this.#token) return this.#dispatch({ type: 'blocked', block: 'unknown_link' });
    await this.#work(async () => this.#take('opened', await api.openSession(this.#token)));
  }

  /** What "Try again" does on a page that says why nothing can go on. */
  async retry(block: Block): Promise<void> {
    if (block === 'engine') this.engine.start();
    this.#dispatch({ type: 'unblocked' });
    if (block === 'engine') return;
    const { view } = this.#state;
    if (!view || block === 'no_cookie') return this.open();
    await this.#work(async () => this.#take('judged', await api.readSession(view.id)));
  }

  async consent(): Promise<void> {
    await this.#change((id) => api.giveConsent(id), 'resumed');
  }

  async cancel(): Promise<void> {
    await this.#change((id) => api.cancelSession(id), 'resumed');
  }

  async settleSandbox(body: SandboxBody): Promise<void> {
    await this.#change((id) => api.settleSandbox(id, body), 'resumed');
  }

  /** Asks for the camera; what went wrong is part of the state. */
  async startCamera(): Promise<void> {
    this.#dispatch({ type: 'camera', camera: 'asking' });
    try {
      const stream = await openCamera();
      closeCamera(this.stream);
      this.stream = stream;
      for (const track of stream.getVideoTracks()) {
        track.addEventListener('ended', () => this.#loseCamera(stream));
      }
      this.#dispatch({ type: 'camera', camera: 'live' });
      this.#releaseWhenDone();
    } catch (error) {
      this.#dispatch({ type: 'camera', camera: cameraFault(error) });
    }
  }

  /** @returns undefined when the session ended or cannot go on; the state says why */
  async requestChallenge(): Promise<(Challenge & { actions: Action[] }) | undefined> {
    const { view } = this.#state;
    if (!view) return undefined;
    try {
      return await api.requestChallenge(view.id);
    } catch (error) {
      await this.#fail(error);
      return undefined;
    }
  }

  async submitLiveness(body: LivenessBody): Promise<void> {
    await this.#change((id) => api.submitLiveness(id, body), 'judged');
  }

  async submitAge(body: AgeBody): Promise<void> {
    await this.#change((id) => api.submitAge(id, body), 'judged');
  }

  /** The person has read the problem and wants another attempt. */
  tryAgain(): void {
    this.engine.reset();
    this.#dispatch({ type: 'try_again' });
  }

  async #change(
    call: (id: string) => Promise<SessionView>,
    type: 'resumed' | 'judged',
  ): Promise<void> {
    const { view } = this.#state;
    if (!view) return;
    await this.#work(async () => this.#take(type, await call(view.id)));
  }

  async #work(task: () => Promise<void>): Promise<void> {
    this.#dispatch({ type: 'working' });
    try {
      await task();
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.#dispatch({ type: 'idle' });
    }
  }

  /** A conflict means that the session moved on without us: the server's view is the truth. */
  async #fail(error: unknown): Promise<void> {
    const code = error instanceof api.ApiError ? error.code : '';
    const { view } = this.#state;
    if (code !== 'CONFLICT' || !view) {
      return this.#dispatch({ type: 'blocked', block: BLOCK_OF_CODE[code] ?? 'server' });
    }
    try {
      this.#take('judged', await api.readSession(view.id));
    } catch (second) {
      const block = second instanceof api.ApiError ? BLOCK_OF_CODE[second.code] : undefined;
      this.#dispatch({ type: 'blocked', block: block ?? 'server' });
    }
  }

  #take(type: 'opened' | 'resumed' | 'judged', view: SessionView): void {
    this.#dispatch({ type, view });
    this.#releaseWhenDone();
    if (view.step === 'done') return;
    this.#watchClock(view);
    if (!isSupported()) return this.#dispatch({ type: 'blocked', block: 'unsupported' });
    if (this.#state.engine.phase === 'idle') this.engine.start();
  }

  #watchClock(view: SessionView): void {
    clearTimeout(this.#expiryTimer);
    this.#expiryTimer = setTimeout(() => {
      this.#dispatch({ type: 'time_up' });
      this.#releaseWhenDone();
      const read = async () => this.#take('resumed', await api.readSession(view.id));
      // The page already says that the time is up; the view only adds where to return to.
      setTimeout(() => void read().catch(() => undefined), EXPIRY_GRACE_MS);
    }, view.expires_in_ms);
  }

  #loseCamera(stream: MediaStream): void {
    if (stream !== this.stream) return;
    this.stream = undefined;
    this.#dispatch({ type: 'camera', camera: 'lost' });
  }

  /** The camera's light goes out with the last step. */
  #releaseWhenDone(): void {
    const { view, expired } = this.#state;
    if (view?.step !== 'done' && !expired) return;
    clearTimeout(this.#expiryTimer);
    closeCamera(this.stream);
    this.stream = undefined;
    this.engine.stop();
  }

  #dispatch(event: FlowEvent): void {
    this.#state = advance(this.#state, event);
    this.#onState(this.#state);
  }
}
