// Controls the session on the server: opens it, changes it step by step, and adopts every view that
// the server returns. This controller uses the API and the session's clock, but neither the camera
// nor the engine: page-controller.ts passes its events on to them.
import * as api from '../requests/api.ts';
import type { DocumentUpload } from '../requests/document.ts';
import { blockOf, isConflict } from '../state/blocks.ts';
import { consentTo } from './consent-to.ts';
import { type Entry, sessionPath } from './entry.ts';
import { type Flow, isOver, type ViewEvent } from '../state/flow.ts';
import { NetworkRetry } from '../requests/network-retry.ts';
import {
  ageRequest,
  documentRequest,
  extensionRequest,
  livenessRequest,
} from '../requests/counted-requests.ts';
import type { CountedRequest } from '../requests/counted-requests.ts';
import { submitOnce } from '../requests/submit-once.ts';
import { SessionClock } from '../time/session-clock.ts';
import type {
  AgeSubmission,
  Challenge,
  ChallengeRequest,
  LivenessSubmission,
  SandboxBody,
  SessionView,
} from '../requests/wire.ts';
import { isWanted, remember } from './wishes.ts';

/** The grace period after the session's end: the server's clock may be slightly behind ours. */
const EXPIRY_GRACE_MS = 1_000;

interface SessionReactions {
  /** Called with each view of a running session. */
  onView: (view: SessionView) => void;
  /** Called when a request from this device has ended. */
  onRequestEnd: () => void;
  /** Called when this device has nothing more to do in the session. */
  onRelease: () => void;
}

export class SessionController {
  #entry: Entry;
  #flow: Flow;
  #reactions: SessionReactions;
  #retry = new NetworkRetry(() => this.block('NETWORK'));
  #clock = new SessionClock(
    (endsAtMs) => this.#flow.dispatch({ type: 'time_short', endsAtMs }),
    () => this.#expire(),
  );
  #hasNotedCamera = false;

  /** @param entry what the page's URL refers to */
  constructor(entry: Entry, flow: Flow, reactions: SessionReactions) {
    this.#entry = entry;
    this.#flow = flow;
    this.#reactions = reactions;
  }

  /** Redeems the link, or continues the session that the URL identifies. */
  async open(): Promise<void> {
    if (isWanted('relaxed')) this.#flow.dispatch({ type: 'relaxed' });
    if (isWanted('unlit')) this.#flow.dispatch({ type: 'unlit', on: true });
    await this.run(async () => this.take('opened', await this.#enter()));
  }

  async reload(): Promise<void> {
    await this.change(api.viewSession, 'judged');
  }

  /** Retries immediately if a request is waiting for the connection. */
  retryNow(): void {
    this.#retry.tryNow();
  }

  /** Sends the visitor's consent to the statements on the screen. */
  async giveConsent(): Promise<void> {
    const { view } = this.#flow.state;
    if (view) await this.change(() => consentTo(view));
  }

  async cancel(): Promise<void> {
    await this.change(api.cancelSession);
  }

  async settleSandbox(body: SandboxBody): Promise<void> {
    await this.change((id) => api.settleSandbox(id, body));
  }

  /** Ends the session with the reason that the visitor cannot do what the check requires. */
  async requestAssistance(): Promise<void> {
    await this.change(api.requestAssistance);
  }

  async extend(): Promise<void> {
    await this.#submitOnce(extensionRequest, 'followed');
  }

  /** Allows more time for the movements in all later challenges. */
  relax(): void {
    remember('relaxed', true);
    this.#flow.dispatch({ type: 'relaxed' });
  }

  /** Switches the colours on the screen off, or on again. */
  switchLight(): void {
    const on = !this.#flow.state.unlit;
    remember('unlit', on);
    this.#flow.dispatch({ type: 'unlit', on });
  }

  /** Reports to the operator's funnel, once, that the camera delivers pictures. */
  noteCamera(): void {
    const { view } = this.#flow.state;
    if (!view || this.#hasNotedCamera) return;
    this.#hasNotedCamera = true;
    // The report only serves the operator's statistics: the visitor does not wait for it, and sees
    // no error if it fails.
    api.noteCamera(view.id).catch(() => undefined);
  }

  /** @returns undefined without a challenge: the state contains the reason, or a new run starts */
  async requestChallenge(wishes: ChallengeRequest = {}): Promise<Challenge | undefined> {
    const { view, relaxed } = this.#flow.state;
    if (!view) return undefined;
    let challenge: Challenge | undefined;
    let wasRequested = false;
    await this.run(async () => {
      // On a retry, the run that requested the challenge is no longer on the screen, and the next
      // run will request its own. Therefore, only the session is read.
      if (wasRequested) return this.take('resumed', await api.viewSession(view.id));
      wasRequested = true;
      challenge = await api.requestChallenge(view.id, {
        ...wishes,
        ...(relaxed && { relaxed }),
      });
    });
    return challenge;
  }

  /** @param endsAtMs the deadline of the challenge, on the clock of performance.now */
  async submitLiveness(submission: LivenessSubmission, endsAtMs: number): Promise<void> {
    await this.#submitOnce((view) => livenessRequest(view, submission, endsAtMs));
  }

  async submitAge(submission: AgeSubmission): Promise<void> {
    await this.#submitOnce((view) => ageRequest(view, submission));
  }

  async submitDocument(evidence: DocumentUpload): Promise<void> {
    await this.#submitOnce((view) => documentRequest(view, evidence));
  }

  /** Changes the session with one request that is safe to repeat. */
  async change(
    call: (id: string) => Promise<SessionView>,
    type: ViewEvent = 'resumed',
  ): Promise<void> {
    const { view } = this.#flow.state;
    if (!view) return;
    await this.run(async () => this.take(type, await call(view.id)));
  }

  /** @param task must be safe to repeat, because it is repeated while there is no connection */
  async run(task: () => Promise<void>): Promise<void> {
    this.#flow.dispatch({ type: 'working' });
    try {
      await this.#untilAnswered(task);
    } catch (error) {
      await this.#handle(error);
    } finally {
      this.#flow.dispatch({ type: 'idle' });
      this.#reactions.onRequestEnd();
    }
  }

  /** Adopts a view of the session. */
  take(type: ViewEvent, view: SessionView): void {
    this.#flow.dispatch({ type, view });
    if (view.step === 'done') return this.release();
    this.#clock.set(view.expires_in_ms);
    this.#reactions.onView(view);
  }

  /** @param code the code of the server's error */
  block(code: string): void {
    const block = blockOf(code, this.#entry.kind !== 'link');
    if (block === 'on_computer') this.release();
    this.#flow.dispatch({ type: 'blocked', block });
  }

  /** Stops the session's clock and everything else that runs for the session on this device. */
  release(): void {
    this.#clock.stop();
    this.#reactions.onRelease();
  }

  async #enter(): Promise<SessionView> {
    switch (this.#entry.kind) {
      case 'link':
        return api.openLink(this.#entry.token);
      case 'session':
        return api.viewSession(this.#entry.id);
      case 'handoff': {
        const view = await api.joinHandoff(this.#entry.token);
        // The link is used up: a reload continues with the session's own URL and the cookie.
        this.#entry = { kind: 'session', id: view.id };
        history.replaceState(null, '', sessionPath(view.id));
        return view;
      }
    }
  }

  async #submitOnce(
    make: (view: SessionView) => CountedRequest,
    type: ViewEvent = 'judged',
  ): Promise<void> {
    if (!this.#flow.state.view) return;
    const attempt = submitOnce(make(this.#flow.state.view));
    await this.run(async () => {
      const { view, isCounted } = await attempt();
      this.take(isCounted ? type : 'resumed', view);
    });
  }

  #untilAnswered<T>(task: () => Promise<T>): Promise<T> {
    return this.#retry.run(task, () => isOver(this.#flow.state));
  }

  async #handle(error: unknown): Promise<void> {
    const code = api.codeOf(error);
    const { view } = this.#flow.state;
    if (!isConflict(code) || !view) return this.block(code);
    try {
      this.take('judged', await this.#untilAnswered(() => api.viewSession(view.id)));
    } catch (second) {
      this.block(api.codeOf(second));
    }
  }

  #expire(): void {
    this.#flow.dispatch({ type: 'time_up' });
    this.release();
    const { view } = this.#flow.state;
    if (!view) return;
    const read = async () => this.take('resumed', await api.viewSession(view.id));
    // The page already reports that time is up; the view only adds the URL to return to.
    setTimeout(() => void read().catch(() => undefined), EXPIRY_GRACE_MS);
  }
}
