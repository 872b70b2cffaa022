// Wires the page's controllers: each handles one concern (session, camera, engine, hand-off) and
// changes the shared state through events. This file decides what an event in one controller causes
// in another. Screens call the controllers and read the state.
import * as api from './requests/api.ts';
import type { DocumentUpload } from './requests/document.ts';
import { CameraController } from './capture/camera-controller.ts';
import { EngineController } from './engine/engine-controller.ts';
import type { Entry } from './session/entry.ts';
import { type Block, Flow, type FlowState, isOnOtherDevice } from './state/flow.ts';
import { HandoffController } from './handoff/handoff-controller.ts';
import { RevealController } from './session/reveal-controller.ts';
import { SessionController } from './session/session-controller.ts';
import { findLack } from './browser/support.ts';
import type { SessionView } from './requests/wire.ts';

/** Steps that have their own scripts and do not need the page's engine. */
const OF_PARTS: readonly string[] = ['document', 'review', 'wallet'];

export class PageController {
  readonly flow: Flow;
  readonly camera: CameraController;
  readonly engine: EngineController;
  readonly session: SessionController;
  readonly handoff: HandoffController;
  readonly reveal: RevealController;
  /**
   * @param entry what the page's URL refers to
   * @param onState called after every change
   */
  constructor(entry: Entry, onState: (state: FlowState) => void) {
    this.flow = new Flow(onState);
    this.camera = new CameraController(this.flow);
    this.engine = new EngineController(this.flow);
    this.session = new SessionController(entry, this.flow, {
      onView: (view) => this.#react(view),
      onRequestEnd: () => this.handoff.noteChange(),
      onRelease: () => this.#release(),
    });
    this.handoff = new HandoffController(this.flow, this.session, this.camera);
    this.reveal = new RevealController(this.flow, this.session, this.engine);
  }

  async open(): Promise<void> {
    // A browser that cannot run the check leaves the link unopened, so that another browser can
    // open it. In this case, opening.ts has requested nothing.
    const lack = findLack();
    if (lack !== undefined) return this.flow.dispatch({ type: 'blocked', block: lack });
    await this.session.open();
    await this.camera.watch();
  }

  /** Handles "Try again" on a page that explains why the check cannot continue. */
  async retry(block: Block): Promise<void> {
    // The failed request would be retried automatically after a wait; `retryNow` skips the wait.
    if (block === 'offline') return this.session.retryNow();
    // Steps with their own scripts do not use this engine: the document step restarts its own
    // reader.
    const { step = '' } = this.flow.state.view ?? {};
    if (block === 'engine' && !OF_PARTS.includes(step)) this.engine.start();
    this.flow.dispatch({ type: 'unblocked' });
    if (block === 'engine') return;
    if (!this.flow.state.view || block === 'no_cookie') await this.open();
    else await this.session.reload();
  }

  async submitDocument(evidence: DocumentUpload): Promise<void> {
    await this.#send(async () => {
      // The server refuses a document while pictures of earlier steps are due, and a document is
      // worthless if those pictures do not pass.
      await this.reveal.settled();
      if (this.flow.state.view?.document?.nonce === evidence.nonce)
        await this.session.submitDocument(evidence);
    });
  }

  /** Requests a decision by one of the site's reviewers. */
  async requestReview(pictures: api.ReviewUpload): Promise<void> {
    await this.#send(() => this.session.change((id) => api.requestReview(id, pictures), 'judged'));
  }

  async declineReview(): Promise<void> {
    await this.session.change(api.declineReview);
  }

  /**
   * Lets the visitor photograph the document again after a reload, so that there are pictures to
   * send.
   */
  async showDocumentAgain(): Promise<void> {
    await this.session.change(api.showDocumentAgain);
  }

  /** Resumes the session after the reviewer has asked to see more. */
  async resumeSession(): Promise<void> {
    await this.session.change(api.resumeSession);
  }

  /** Starts another attempt once the visitor has read what went wrong. */
  tryAgain(): void {
    this.engine.reset();
    this.flow.dispatch({ type: 'try_again' });
  }

  /**
   * Sets `sending` while the task runs, so that other requests are not shown as sending pictures.
   */
  async #send(task: () => Promise<void>): Promise<void> {
    this.flow.dispatch({ type: 'sending', on: true });
    try {
      await task();
    } finally {
      this.flow.dispatch({ type: 'sending', on: false });
    }
  }

  #react(view: SessionView): void {
    this.handoff.follow(view);
    this.reveal.follow(view);
    const isPhonesTurn = view.device === 'computer' && isOnOtherDevice(view);
    // The document step opens its own camera, and a wallet needs none.
    const isPartsTurn = OF_PARTS.includes(view.step);
    if (isPhonesTurn || isPartsTurn) this.camera.turnOff();
    else this.engine.load(view);
  }

  /**
   * Closes the camera, the engine and every connection, because nothing more happens on this
   * device.
   */
  #release(): void {
    this.handoff.stop();
    this.camera.close();
    this.engine.stop();
  }
}
