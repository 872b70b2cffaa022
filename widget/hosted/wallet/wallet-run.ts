// Sends a request to a wallet and waits for the wallet's answer. Only one request is pending at a
// time, and the visitor can end the wait. The session's view contains the result of an answer.
import { connectTo, Follower } from '../handoff/follower.ts';
import { peekSession } from '../requests/api.ts';
import type { SessionView } from '../requests/wire.ts';
import { askBrowser } from './ask-browser.ts';
import type { AwaitedWallet } from './awaited.ts';
import type { Kept } from './kept-offer.ts';
import { leaveOffer, type OpenOffer, orReloadOnConflict, sendAnswer } from './requests.ts';
import { takeReturnCode } from './return-code.ts';
import { type Way, waysHere } from './ways.ts';

type Fault = 'failed' | 'no_answer';

/** The abort reason of a wait that the visitor has ended. */
const LEFT = 'left';

interface Reactions {
  /** Called when the wallet part has to be rendered again. */
  onChange: () => void;
  /** Called with the session after an answer. */
  onView: (view: SessionView) => void;
}

export class WalletRun {
  /** The event that the visitor is waiting for; undefined when no request is pending. */
  asked: AwaitedWallet | undefined;
  fault: Fault | undefined;
  isBusy = false;
  #view: SessionView;
  readonly #kept: Kept;
  readonly #reactions: Reactions;
  readonly #follower: Follower;
  #waiting: AbortController | undefined;
  #end: ReturnType<typeof setTimeout> | undefined;

  constructor(view: SessionView, kept: Kept, reactions: Reactions) {
    this.#view = view;
    this.#kept = kept;
    this.#reactions = reactions;
    this.#follower = new Follower(
      () => connectTo(view.id),
      () => void this.#look(),
    );
  }

  /** Adopts the page's current view of the session. */
  follow(view: SessionView): void {
    this.#view = view;
  }

  /**
   * Submits the return code if a wallet app has sent the visitor back with one. If an app has
   * answered but has not yet returned the visitor, waits for the return. Otherwise creates an
   * offer, which must be available as soon as the visitor presses the button.
   */
  begin(): void {
    const code = takeReturnCode();
    if (code !== undefined) void this.#try(() => this.#finish({ response_code: code }));
    else if (this.#view.wallet?.awaits_return) this.#show({ way: 'return' });
    else void this.prepare();
  }

  /**
   * Creates an offer for the chosen credential, if this browser can ask a wallet directly. For any
   * other way, the offer is created after the button press.
   */
  async prepare(): Promise<void> {
    this.#reactions.onChange();
    if (waysHere()[0] !== 'browser') return;
    await this.#kept.offer(this.#view, 'browser').catch(() => undefined);
  }

  ask(way: Way): Promise<void> {
    return this.#try(() => (way === 'browser' ? this.#askByBrowser() : this.#askByLink(way)));
  }

  leave(): Promise<void> {
    return this.#try(async () => {
      this.#kept.forget();
      this.#show(undefined);
      const { id } = this.#view;
      this.#reactions.onView(await orReloadOnConflict(id, () => leaveOffer(id)));
    });
  }

  /** Ends the current wait. */
  stop(): void {
    this.#waiting?.abort(LEFT);
    this.#follower.stop();
    clearTimeout(this.#end);
  }

  async #askByBrowser(): Promise<void> {
    const offer = await this.#kept.offer(this.#view, 'browser');
    this.#show({ way: 'browser' });
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#end = setTimeout(() => waiting.abort(), offer.endsAtMs - performance.now());
    const answer = await askBrowser(offer, waiting.signal);
    if (answer) await this.#finish(answer);
    else if (waiting.signal.reason !== LEFT) this.#show(undefined, 'no_answer');
  }

  async #askByLink(way: 'same_device' | 'other_device'): Promise<void> {
    const offer = await this.#kept.offer(this.#view, way);
    const link = linkOf(offer);
    this.#show({ way, link, isOver: false });
    this.#end = setTimeout(() => {
      this.#kept.forget();
      this.#show({ way, link, isOver: true });
    }, offer.endsAtMs - performance.now());
    if (way === 'same_device') location.assign(link);
  }

  async #finish(answer: object): Promise<void> {
    this.#kept.forget();
    this.#show({ way: 'checking' });
    const { id } = this.#view;
    this.#reactions.onView(await orReloadOnConflict(id, () => sendAnswer(id, answer)));
    this.#show(undefined);
  }

  /**
   * Reads the session when the service has signalled a change: a wallet sends its answer to the
   * service, not to this page.
   */
  async #look(): Promise<void> {
    const now = await peekSession(this.#view.id).catch(() => undefined);
    if (now === undefined || !this.#follower.isRunning) return;
    if (now.step === 'wallet' && !now.wallet?.awaits_return && !now.problem) return;
    // The offer has been answered, and it accepts only one answer.
    this.#kept.forget();
    if (!now.wallet?.awaits_return) this.#show(undefined);
    this.#reactions.onView(now);
  }

  async #try(task: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.#reactions.onChange();
    try {
      await task();
    } catch {
      this.#show(undefined, 'failed');
    } finally {
      this.isBusy = false;
      this.#reactions.onChange();
    }
  }

  #show(asked: AwaitedWallet | undefined, fault?: Fault): void {
    this.stop();
    this.asked = asked;
    this.fault = fault;
    if (asked !== undefined && asked.way !== 'browser' && asked.way !== 'checking')
      this.#follower.start();
    this.#reactions.onChange();
  }
}

/** Returns the link that opens the wallet app; the EU's app has its own URL scheme. */
const linkOf = ({ credential, links: { av, openid4vp } }: OpenOffer): string =>
  (credential === 'eu_av' ? av : openid4vp) ?? '';
