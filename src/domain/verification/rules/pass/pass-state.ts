// What a session keeps of age passes (D-152), shown to it and given by it. Pure data; the rules are pass-step.ts. Nothing of a
// pass itself is kept: what it says is the same for many.
import type { PassKind } from '../../../platform/age-passes/pass-key.ts';

/** Of passes that were shown to it. */
export interface PassStep {
  /** When the latest ones were shown, ms since the epoch. */
  shownAtMs: readonly number[];
  proven?: PassKind;
  /** SHA-256, hex, of what the window proves itself by that shows passes for a page in a frame. */
  windowHash?: string;
}

/** Of the ten that it gave. */
export interface GivenPasses {
  /** SHA-256, hex, of what was signed blindly: the page that lost the answer may ask for it again. */
  bodyHash: string;
  atMs: number;
}
