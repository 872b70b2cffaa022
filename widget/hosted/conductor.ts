// Performs what the flow decides: talks to the server, the camera and the engine, and keeps the state.
// Screens call its methods and read its state; nothing here draws.
import type { Action } from '../../src/engine/challenge.ts';
import type {
  AgeBody,
  Challenge,
  LivenessBody,
  SandboxBody,
  SessionView,
} from '../../src/routes/hosted/schemas.ts';
import { afterPaint } from './after-paint.ts';
import * as api from './api.ts';
import { blockOf, hasMovedOn } from './blocks.ts';
import { type CameraNews, isWorthTrying, watchCameras } from './capture/camera-return.ts';
import { MachineSpeed } from './capture/machine-speed.ts';
import { OvalFit } from './capture/oval-fit.ts';
import { cameraFault } from './capture/camera.ts';
import { CameraKeeper, listCameras } from './capture/camera-keeper.ts';
import { FaceClient } from './engine/face-client.ts';
import { type Entry, sessionPath } from './entry.ts';
import {
  advance,
  type Block,
  type FlowEvent,
  type FlowState,
  initialFlow,
  isOnOtherDevice,
  type ViewEvent,
} from './flow.ts';
import { connectTo } from './handoff/follower.ts';
import { SessionWatch } from './handoff/session-watch.ts';
import { ageEvidence, Delivery, type Evidence, extension, livenessEvidence } from './delivery.ts';
import { Perseverance } from './perseverance.ts';
import { isSupported, savesData } from './support.ts';
import { rememberRelaxed, wasRelaxed } from './time/relaxed.ts';
import { SessionClock } from './time/session-clock.ts';

/** The server's clock may be a moment behind ours when the session ends. */
const EXPIRY_GRACE_MS = 1_000;

export class Conductor {
  readonly engine = new FaceClient((engine) => this.#dispatch({ type: 'engine', engine }));
  readonly camera = new CameraKeeper(() => this.#dispatch({ type: 'camera', camera: 'lost' }));
  readonly speed = new MachineSpeed();
  readonly oval = new OvalFit();
  #state: FlowState = initialFlow;
  #entry: Entry;
  #onState: (state: FlowState) => void;
  #clock = new SessionClock(
    (endsAtMs) => this.#dispatch({ type: 'time_short', endsAtMs }),
    () => this.#endTime(),
  );
  #perseverance = new Perseverance(() => this.#block('NETWORK'));
  #watch: SessionWatch | undefined;
  #hasNotedCamera = false;

  /** @param entry what the page's address asks for; @param onState called after every change */
  constructor(entry: Entry, onState: (state: FlowState) => void) {
    this.#entry = entry;
    this.#onState = onState;
  }

  get state(): FlowState {
    return this.#state;
  }

  /** Redeems the link, or goes on with the session that the address names. */
  async open(): Promise<void> {
    // A browser that cannot do it leaves the link to one on the same phone that can.
    if (this.#entry.kind === 'handoff' && !isSupported())
      return this.#dispatch({ type: 'blocked', block: 'unsupported' });
    if (wasRelaxed()) this.#dispatch({ type: 'relaxed' });
    await this.#work(async () => this.#take('opened', await this.#enter()));
    await this.#findCameras();
    watchCameras((news) => void this.#hearOfCameras(news));
  }

  /** What "Try again" does on a page that says why nothing can go on. */
  async retry(block: Block): Promise<void> {
    // What failed is waiting, and goes on itself.
    if (block === 'offline') return this.#perseverance.tryNow();
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

  /** The person cannot do what is asked: the session ends, and the site is told so. */
  async requestAssistance(): Promise<void> {
    await this.#change((id) => api.requestAssistance(id), 'resumed');
  }

  /** The person's account has answered for them. */
  adopt(view: SessionView): void {
    this.#take('resumed', view);
  }

  async extend(): Promise<void> {
    await this.#deliver(extension, 'followed');
  }

  /** Makes a link for a phone, in place of an older one. */
  async offerHandoff(): Promise<void> {
    this.camera.close();
    this.#dispatch({ type: 'camera', camera: 'off' });
    await this.#change(async (id) => {
      const { url, code, expires_in_ms: lifetimeMs } = await api.offerHandoff(id);
      const link = { url, code, endsAtMs: performance.now() + lifetimeMs };
      this.#dispatch({ type: 'linked', link });
      return api.readSession(id);
    }, 'resumed');
  }

  /** The phone's owner knows the computer. */
  async confirmHandoff(): Promise<void> {
    await this.#change((id) => api.confirmHandoff(id), 'resumed');
  }

  /** The phone's owner does not know the computer. */
  async refuseHandoff(): Promise<void> {
    const { view } = this.#state;
    if (!view) return;
    await this.#work(async () => {
      await api.endHandoff(view.id);
      this.#release();
      this.#dispatch({ type: 'blocked', block: 'handoff_refused' });
    });
  }

  /** The computer goes on itself. */
  async takeBack(): Promise<void> {
    await this.#change((id) => api.endHandoff(id), 'resumed');
  }

  /** Asks for the camera; what went wrong is part of the state. */
  async startCamera(): Promise<void> {
    this.#dispatch({ type: 'camera', camera: 'asking' });
    await this.#openCamera();
  }

  /** Goes on with another camera. @param id as in the state's `cameras` */
  async chooseCamera(id: string): Promise<void> {
    await this.#openCamera(id);
  }

  /** Tells the operator's funnel, once, that the camera gives pictures. */
  noteCamera(): void {
    const { view } = this.#state;
    if (!view || this.#hasNotedCamera) return;
    this.#hasNotedCamera = true;
    // A figure for the operator: nothing the visitor should ever wait for or hear of.
    api.noteCamera(view.id).catch(() => undefined);
  }

  /** @returns undefined when the session ended or cannot go on; the state says why */
  async requestChallenge(): Promise<(Challenge & { actions: Action[] }) | undefined> {
    const { view, relaxed } = this.#state;
    if (!view) return undefined;
    let challenge: Challenge | undefined;
    let wasAsked = false;
    await this.#work(async () => {
      // Whoever waited for it has left the screen meanwhile, and will ask anew.
      if (wasAsked) return this.#take('resumed', await api.readSession(view.id));
      wasAsked = true;
      challenge = await api.requestChallenge(view.id, relaxed);
    });
    return challenge;
  }

  /** @param endsAtMs when the challenge ends, on the clock of performance.now: later it must not arrive */
  async submitLiveness(body: LivenessBody, endsAtMs: number): Promise<void> {
    await this.#deliver((view) => livenessEvidence(view, this.#withSignals(body), endsAtMs));
  }

  async submitAge(body: AgeBody): Promise<void> {
    await this.#deliver((view) => ageEvidence(view, this.#withSignals(body)));
  }

  /** The person has read the problem and wants another attempt. */
  tryAgain(): void {
    this.engine.reset();
    this.#dispatch({ type: 'try_again' });
  }

  /** Stops looking; the challenge in hand is dropped, and going on asks for a new one. */
  pause(on: boolean): void {
    // An answer that is on its way counts; there is nothing left to stop.
    if (on && this.#state.busy) return;
    this.camera.wantPictures(!on);
    this.#dispatch({ type: 'paused', on });
  }

  /** Asks for the movements with more time, from now on. */
  relax(): void {
    rememberRelaxed();
    this.#dispatch({ type: 'relaxed' });
  }

  /** Shows or leaves the page for those who cannot do what is asked. */
  showAssistance(on: boolean): void {
    this.#dispatch({ type: 'assisting', on });
  }

  /** The person has read that the time gets short. */
  noteShortTime(): void {
    this.#dispatch({ type: 'time_read' });
  }

  async #enter(): Promise<SessionView> {
    switch (this.#entry.kind) {
      case 'link':
        return api.openSession(this.#entry.token);
      case 'session':
        return api.readSession(this.#entry.id);
      case 'handoff': {
        const view = await api.joinHandoff(this.#entry.token);
        // The link is used up: a reload goes on by the session's own address and the cookie.
        this.#entry = { kind: 'session', id: view.id };
        history.replaceState(null, '', sessionPath(view.id));
        return view;
      }
    }
  }

  async #change(call: (id: string) => Promise<SessionView>, type: ViewEvent): Promise<void> {
    const { view } = this.#state;
    if (!view) return;
    await this.#work(async () => this.#take(type, await call(view.id)));
  }

  #withSignals<T extends object>(body: T): T & Pick<LivenessBody, 'camera'> {
    return { ...body, camera: this.camera.signals.report() };
  }

  /** Sends what must not arrive twice. */
  async #deliver(make: (view: SessionView) => Evidence, type: ViewEvent = 'judged'): Promise<void> {
    if (!this.#state.view) return;
    const delivery = new Delivery(make(this.#state.view));
    await this.#work(async () => {
      const { view, isCounted } = await delivery.attempt();
      this.#take(isCounted ? type : 'resumed', view);
    });
  }

  /** @param task safe to repeat: it is, for as long as there is no connection */
  async #work(task: () => Promise<void>): Promise<void> {
    this.#dispatch({ type: 'working' });
    try {
      await this.#perseverance.run(task, () => this.#isOver());
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.#dispatch({ type: 'idle' });
      this.#watch?.noteChange();
    }
  }

  async #fail(error: unknown): Promise<void> {
    const code = codeOf(error);
    const { view } = this.#state;
    if (!hasMovedOn(code) || !view) return this.#block(code);
    const read = () => api.readSession(view.id);
    try {
      this.#take('judged', await this.#perseverance.run(read, () => this.#isOver()));
    } catch (second) {
      this.#block(codeOf(second));
    }
  }

  #block(code: string): void {
    const block = blockOf(code, this.#entry.kind !== 'link');
    if (block === 'on_computer') this.#release();
    this.#dispatch({ type: 'blocked', block });
  }

  #take(type: ViewEvent, view: SessionView): void {
    this.#dispatch({ type, view });
    if (view.step === 'done') return this.#release();
    this.#clock.set(view.expires_in_ms);
    this.#follow(view);
    if (!isSupported()) return this.#dispatch({ type: 'blocked', block: 'unsupported' });
    const isPhonesTurn = view.device === 'computer' && isOnOtherDevice(view);
    if (isPhonesTurn) this.#stopCamera();
    else if (this.#state.engine.phase === 'idle') this.#loadEngine(view);
  }

  /** Who saves data loads the engine when it is sure to be used, and is told how much that is. */
  #loadEngine({ step }: SessionView): void {
    if (step !== 'consent' || !savesData()) return afterPaint(() => this.#startEngine());
    const { totalBytes } = this.engine;
    this.#dispatch({ type: 'engine', engine: { phase: 'idle', loadedBytes: 0, totalBytes } });
  }

  #startEngine(): void {
    if (this.#state.engine.phase === 'idle' && !this.#isOver()) this.engine.start();
  }

  /** While two devices hold the session each hears what the other does. */
  #follow(view: SessionView): void {
    if (!view.handoff) return this.#watch?.stop();
    this.#watch ??= this.#makeWatch(view.id);
    this.#watch.start();
  }

  #makeWatch(id: string): SessionWatch {
    const watch = new SessionWatch({
      connect: () => connectTo(id),
      read: () => api.peekSession(id),
      isChanging: () => this.#state.busy,
      onView: (view) => this.#take('followed', view),
      // Whoever follows looks again soon; only being shut out is final.
      onFault: (error) => codeOf(error) === 'UNAUTHORIZED' && this.#block('UNAUTHORIZED'),
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void watch.look();
    });
    return watch;
  }

  async #openCamera(id?: string): Promise<void> {
    try {
      await this.camera.open(id);
      this.#dispatch({ type: 'camera', camera: 'live' });
      if (this.#isOver()) this.#release();
      else await this.#findCameras();
    } catch (error) {
      this.#dispatch({ type: 'camera', camera: cameraFault(error) });
    }
  }

  /** A camera came, or was allowed: whoever waits for one goes on without a press. */
  async #hearOfCameras(news: CameraNews): Promise<void> {
    await this.#findCameras();
    const { camera, cameras } = this.#state;
    if (!this.#isOver() && cameras?.length && isWorthTrying(camera, news)) await this.#openCamera();
  }

  async #findCameras(): Promise<void> {
    const cameras = await listCameras();
    if (!cameras) return;
    this.#dispatch({ type: 'cameras', cameras, cameraId: this.camera.currentId });
  }

  #endTime(): void {
    this.#dispatch({ type: 'time_up' });
    this.#release();
    const { view } = this.#state;
    if (!view) return;
    const read = async () => this.#take('resumed', await api.readSession(view.id));
    // The page already says that the time is up; the view only adds where to return to.
    setTimeout(() => void read().catch(() => undefined), EXPIRY_GRACE_MS);
  }

  #isOver(): boolean {
    const { view, expired } = this.#state;
    return view?.step === 'done' || expired;
  }

  #stopCamera(): void {
    this.camera.close();
    if (this.#state.camera === 'live') this.#dispatch({ type: 'camera', camera: 'off' });
  }

  /** Nothing more happens on this device: the camera's light goes out and nobody listens. */
  #release(): void {
    this.#clock.stop();
    this.#watch?.stop();
    this.camera.close();
    this.engine.stop();
  }

  #dispatch(event: FlowEvent): void {
    this.#state = advance(this.#state, event);
    this.#onState(this.#state);
  }
}

function codeOf(error: unknown): string {
  return error instanceof api.ApiError ? error.code : '';
}
