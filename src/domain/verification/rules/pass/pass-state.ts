// The stored state of age passes in a session (D-152): the passes that were presented to it and
// those that it granted. Pure data; the rules are in pass-step.ts. An accepted pass itself is not
// stored, only its kind, which many passes share.
import type { PassKind } from '../../../platform/age-passes/pass-key.ts';

/** The record of passes that were presented to the session. */
export interface PassStep {
  /** When the latest passes were presented, ms since the epoch. */
  shownAtMs: readonly number[];
  proven?: PassKind;
  /**
   * SHA-256, hex, of the secret of the window that presents or receives passes for a page in a
   * frame.
   */
  windowHash?: string;
}

/** The record of the ten passes that a session granted. */
export interface GivenPasses {
  /**
   * SHA-256, hex, of the blinded requests, so that a page that lost the response can request it
   * again.
   */
  bodyHash: string;
  atMs: number;
}
