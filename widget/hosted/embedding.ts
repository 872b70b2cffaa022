// This page in a customer's frame: tells the page around it what the visitor sees. Whoever can frame this page is one
// of the tenant's embed origins (frame-ancestors), and messages are addressed to the one origin that the link names.
import { CHANNEL, type EmbedMessage, type Posted } from '../embed/messages.ts';
import type { FlowState } from './flow.ts';
import { returnAddress } from './return-address.ts';

/** @param hash of the page's address @returns the origin of the page around this one */
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

/** What a change of the page's state means to the page around it. Pure. */
export function newsOf(before: FlowState | undefined, now: FlowState): EmbedMessage[] {
  const news: EmbedMessage[] = [];
  if (!before?.view && now.view) news.push({ type: 'ready' });
  const step = now.view?.step;
  if (step !== undefined && step !== 'done' && step !== before?.view?.step)
    news.push({ type: 'step', step });
  const outcome = now.view?.outcome;
  const returnUrl = outcome && returnAddress(outcome.return_url);
  if (outcome && returnUrl && !before?.view?.outcome)
    news.push({
      type: 'outcome',
      status: outcome.status,
      token: new URL(returnUrl).searchParams.getAll('token').at(-1) ?? '',
      return_url: returnUrl,
    });
  if (now.block && now.block !== before?.block) news.push({ type: 'error', code: now.block });
  return news;
}

export class Embedding {
  readonly #parent: Window;
  readonly #origin: string;
  #last: FlowState | undefined;

  constructor(parent: Window, origin: string) {
    this.#parent = parent;
    this.#origin = origin;
  }

  tell(message: EmbedMessage): void {
    const posted: Posted = { channel: CHANNEL, ...message };
    this.#parent.postMessage(posted, this.#origin);
  }

  follow(state: FlowState): void {
    for (const message of newsOf(this.#last, state)) this.tell(message);
    this.#last = state;
  }
}

/** Undefined where this page stands for itself. */
export const embedding: Embedding | undefined = /* @__PURE__ */ findEmbedding();

function findEmbedding(): Embedding | undefined {
  const origin = embedder();
  return origin === undefined ? undefined : new Embedding(window.parent, origin);
}

function embedder(): string | undefined {
  if (typeof window === 'undefined' || window.parent === window) return undefined;
  return readEmbedder(location.hash);
}

/** Whether the page around this one keeps the camera from it: the link stays unused, for a tab of its own. */
export const isShutOut = (): boolean => embedder() !== undefined && !mayUseCamera();

/** Browsers that cannot say are taken to. */
function mayUseCamera(): boolean {
  const { featurePolicy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy?.allowsFeature('camera') ?? 'mediaDevices' in navigator;
}

/** Escape closes the frame's dialog, unless a dialog of this page takes it. */
export function passOnEscape({ key, defaultPrevented }: KeyboardEvent): void {
  const isTaken = defaultPrevented || document.querySelector('dialog[open]') !== null;
  if (key === 'Escape' && !isTaken) embedding?.tell({ type: 'escape' });
}

/** Goes back to the site: the whole tab, whoever shows this page. */
export function goBack(address: string): void {
  if (embedding) embedding.tell({ type: 'leave', return_url: address });
  else location.assign(address);
}
