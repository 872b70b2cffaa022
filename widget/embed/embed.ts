// embed.js shows a verification in a dialog on the customer's page. Its events report what the
// visitor sees and prove nothing: the customer's backend reads the result.
import { followStatus } from './follow-status.ts';
import { readMessage, type EmbedMessage, type Outcome } from './messages.ts';
import { openModal, type ModalTexts } from './modal.ts';
import * as passes from './pass-window.ts';

interface EndEvent {
  status: Outcome;
  /** The `xtk_…` token for your backend; absent when the visitor closed the dialog. */
  token?: string;
}

interface EmbedEvents {
  ready: Record<string, never>;
  step: { step: 'consent' | 'wallet' | 'liveness' | 'age' | 'face' | 'document' | 'review' };
  success: EndEvent;
  /** The check has failed, or the session has expired, in which case `status` is `expired`. */
  failed: EndEvent;
  canceled: EndEvent;
  /** One of the customer's reviewers will decide the outcome. */
  review: EndEvent;
  error: { code: string };
}

interface EmbedOptions {
  /** Whether the customer's page navigates to the callback URL after the check. Default: true. */
  redirect?: boolean;
  /** A `pk_…` key, which lets events arrive even when the check continues in a new tab. */
  publishableKey?: string;
  texts?: Partial<ModalTexts>;
}

interface Check {
  on<T extends keyof EmbedEvents>(type: T, listener: (event: EmbedEvents[T]) => void): Check;
  /**
   * Closes the dialog. Until the session ends, the link opens again in a dialog on this site, but
   * not in a separate tab.
   */
  close(): void;
}

const TEXTS: ModalTexts = {
  title: 'Age check',
  close: 'Close',
  newTab: 'The camera is not allowed here. Continue in a new tab.',
};

/** A page that has sent no message this long after it loaded is not ours. */
const SILENCE_MS = 1_500;

const EVENTS = {
  success: 'success',
  failed: 'failed',
  expired: 'failed',
  canceled: 'canceled',
  pending_tenant_review: 'review',
} as const satisfies Record<Outcome, keyof EmbedEvents>;

/** `Agate.askForPass`: asks the visitor's browser for an age pass (D-152). */
export const { askForPass } = passes;

/**
 * @param verifyUrl the `verify_url` of init
 * @throws TypeError when the URL is not a `verify_url`
 */
export function open(verifyUrl: string, options: EmbedOptions = {}): Check {
  const url = new URL(verifyUrl);
  const token = /^\/v\/(xit_[\w-]+)$/.exec(url.pathname)?.[1];
  if (!/^https?:$/.test(url.protocol) || token === undefined)
    throw new TypeError('Agate.open needs the verify_url of init.');
  url.hash = `embed=${encodeURIComponent(location.origin)}`;
  return new EmbeddedCheck(url, token, options);
}

class EmbeddedCheck implements Check {
  readonly #listeners = new Map<keyof EmbedEvents, ((event: never) => void)[]>();
  readonly #url: URL;
  readonly #token: string;
  readonly #options: EmbedOptions;
  readonly #modal: ReturnType<typeof openModal>;
  readonly #onMessage = (event: MessageEvent): void => this.#receive(event);
  #stopFollowing: (() => void) | undefined;
  #isReady = false;
  /** Whether the page in the frame has sent any message. */
  #isHeard = false;
  /** The URL to go to once the check is over. */
  #returnUrl: string | undefined;
  #isOver = false;

  constructor(url: URL, token: string, options: EmbedOptions) {
    this.#url = url;
    this.#token = token;
    this.#options = options;
    this.#modal = openModal(url.href, { ...TEXTS, ...options.texts }, () => this.#cancel());
    addEventListener('message', this.#onMessage);
    this.#modal.frame.addEventListener('load', () => {
      setTimeout(() => void this.#explainSilence(), SILENCE_MS);
    });
  }

  on<T extends keyof EmbedEvents>(type: T, listener: (event: EmbedEvents[T]) => void): this {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
    return this;
  }

  close(): void {
    removeEventListener('message', this.#onMessage);
    this.#stopFollowing?.();
    this.#modal.close();
  }

  #receive(event: MessageEvent): void {
    const source = this.#modal.frame.contentWindow;
    const message = readMessage(event, { origin: this.#url.origin, source });
    if (message !== undefined) this.#handle(message);
  }

  /**
   * Reports an error if the page in the frame has sent no message. A browser that refuses to show
   * our page there shows its own error page and reports nothing, whereas our page sends a message
   * before its load event. The dialog is closed, so that the site can send the visitor to the link
   * itself, which has not been used yet.
   */
  async #explainSilence(): Promise<void> {
    if (this.#isHeard || !this.#modal.frame.isConnected) return;
    const isReachable = await fetch(`${this.#url.origin}/embed.js`, { mode: 'no-cors' }).then(
      () => true,
      () => false,
    );
    if (this.#isHeard || !this.#modal.frame.isConnected) return;
    this.close();
    this.#emit('error', { code: isReachable ? 'not_allowed' : 'offline' });
  }

  #handle(message: EmbedMessage): void {
    this.#isHeard = true;
    switch (message.type) {
      case 'hello':
        return;
      case 'ready':
        return this.#begin();
      case 'step':
        return this.#emit('step', { step: message.step });
      case 'outcome':
        this.#returnUrl = message.return_url;
        return this.#end(message.status, message.token);
      case 'error':
        return this.#emit('error', { code: message.code });
      case 'no_camera':
        return this.#moveToTab();
      case 'leave':
        return this.#leave(message.return_url);
      case 'escape':
        return this.#cancel();
    }
  }

  /**
   * Called when the visitor sees the check, and again if they continue after the verdict. For the
   * customer, that is the same check with a new outcome, so `ready` is sent only once.
   */
  #begin(): void {
    this.#isOver = false;
    this.#returnUrl = undefined;
    if (this.#isReady) return;
    this.#isReady = true;
    this.#emit('ready', {});
  }

  #end(status: Outcome, token?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const event = token === undefined ? { status } : { status, token };
    this.#emit(EVENTS[status], event);
  }

  /**
   * Called when the visitor closes the dialog. During the check, this cancels it; after the
   * outcome, it takes the visitor back to the site, like the button on the page.
   */
  #cancel(): void {
    if (this.#returnUrl !== undefined) return this.#leave(this.#returnUrl);
    this.close();
    this.#end('canceled');
  }

  #leave(returnUrl: string): void {
    this.close();
    const isWeb = /^https?:\/\//.test(returnUrl);
    if (this.#options.redirect !== false && isWeb) location.assign(returnUrl);
  }

  #moveToTab(): void {
    const address = new URL(this.#url);
    address.hash = '';
    const { publishableKey: key } = this.#options;
    this.#modal.offerTab(address.href, () => {
      if (key === undefined) return;
      this.#stopFollowing ??= followStatus(address.origin, this.#token, key, (status, token) => {
        this.close();
        this.#end(status, token);
      });
    });
    this.#emit('error', { code: 'no_camera' });
  }

  #emit<T extends keyof EmbedEvents>(type: T, event: EmbedEvents[T]): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event as never);
  }
}

if ('location' in globalThis) passes.giveBack();
