// Reports to the surrounding page what the visitor sees, when this page is in a customer's frame.
// Only the customer's embed origins can frame this page (frame-ancestors), and messages are
// addressed to the one origin that the link specifies.
import { CHANNEL, type EmbedMessage, type Posted } from '../../embed/messages.ts';
import type { FlowState } from '../state/flow.ts';
import { returnAddress } from './return-address.ts';

/**
 * @param hash the fragment of the page's URL
 * @returns the origin of the surrounding page
 */
export function readEmbedder(hash: string): string | undefined {
  const [, encoded] = /^#embed=([^&]+)$/.exec(hash) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const text = decodeURIComponent(encoded);
    return new URL(text).origin === text ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the messages that a change in the page's state causes. Pure. */
export function messagesFor(before: FlowState | undefined, now: FlowState): EmbedMessage[] {
  const messages: EmbedMessage[] = [];
  if (!before?.view && now.view) messages.push({ type: 'ready' });
  const step = now.view?.step;
  if (step !== undefined && step !== 'done' && step !== before?.view?.step)
    messages.push({ type: 'step', step });
  const outcome = now.view?.outcome;
  const returnUrl = outcome && returnAddress(outcome.return_url);
  if (outcome && returnUrl && !before?.view?.outcome)
    messages.push({
      type: 'outcome',
      status: outcome.status,
      token: new URL(returnUrl).searchParams.getAll('token').at(-1) ?? '',
      return_url: returnUrl,
    });
  if (now.block && now.block !== before?.block) messages.push({ type: 'error', code: now.block });
  return messages;
}

class Embedding {
  readonly #parent: Window;
  readonly #origin: string;
  #last: FlowState | undefined;

  constructor(parent: Window, origin: string) {
    this.#parent = parent;
    this.#origin = origin;
  }

  post(message: EmbedMessage): void {
    const posted: Posted = { channel: CHANNEL, ...message };
    this.#parent.postMessage(posted, this.#origin);
  }

  /** Posts the messages for the changes since the last call. */
  update(state: FlowState): void {
    for (const message of messagesFor(this.#last, state)) this.post(message);
    this.#last = state;
  }
}

/**
 * The connection to the surrounding page; undefined when this page is not in a frame, or when its
 * URL does not contain the surrounding page's origin.
 */
export const embedding: Embedding | undefined = /* @__PURE__ */ findEmbedding();

function findEmbedding(): Embedding | undefined {
  const origin = embedder();
  return origin === undefined ? undefined : new Embedding(window.parent, origin);
}

function embedder(): string | undefined {
  if (typeof window === 'undefined' || window.parent === window) return undefined;
  return readEmbedder(location.hash);
}

/**
 * Whether the surrounding page denies this frame the camera, in which case the link is left unused,
 * so that a new tab can open it.
 */
export const isCameraBlocked = (): boolean => embedder() !== undefined && !mayUseCamera();

/**
 * Whether this frame may use the camera. A browser without `featurePolicy` cannot report this, so
 * the presence of `mediaDevices` decides.
 */
function mayUseCamera(): boolean {
  const { featurePolicy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy?.allowsFeature('camera') ?? 'mediaDevices' in navigator;
}

/**
 * Forwards Escape to the surrounding page, which then closes its dialog. An Escape that closes a
 * dialog of this page is not forwarded.
 */
export function forwardEscape({ key, defaultPrevented }: KeyboardEvent): void {
  const isHandled = defaultPrevented || document.querySelector('dialog[open]') !== null;
  if (key === 'Escape' && !isHandled) embedding?.post({ type: 'escape' });
}

/** Navigates the whole tab back to the site, even from a frame. */
export function returnToSite(address: string): void {
  if (embedding) embedding.post({ type: 'leave', return_url: address });
  else location.assign(address);
}
