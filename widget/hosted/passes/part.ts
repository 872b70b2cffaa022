// What the page and its part for passes say to each other. The part is a script of its own (mount.tsx).
import type { SessionView } from '../requests/wire.ts';
import type { AskedPass } from './kept-pass.ts';
import type { OfferedPasses } from './take-passes.ts';
import type { PassBytes } from './pass-bytes.ts';

interface Spoken {
  /** Of the page. */
  language: string;
  locale: string;
}

export interface TakeOffer extends Spoken {
  kind: 'take';
  service: string;
  offered: OfferedPasses;
  /** Sends the blinded passes. @throws Error when they are not signed */
  request: (body: PassBytes) => Promise<PassBytes>;
  /** The person pressed: the page no longer returns by itself. */
  onDecide: () => void;
}

export interface UseOffer extends Spoken {
  kind: 'use';
  site: string;
  demand: AskedPass;
  /** Shows a pass. @throws ApiError when it was not taken */
  show: (token: string) => Promise<SessionView>;
  onUse: (view: SessionView) => void;
}

/** In a frame, which has no passes: they answer in a window. */
export interface WindowOffer extends Spoken {
  kind: 'window';
  site: string;
  demand: AskedPass;
  /** @returns address of the window, which is ours */
  request: () => Promise<string>;
}

export type PassOffer = TakeOffer | UseOffer | WindowOffer;
