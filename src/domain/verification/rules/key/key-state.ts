// The stored state of age keys in a session (D-154). Pure data; the rules are in key-step.ts.
// Nothing in this state identifies a key: the facts are the same for many keys, and the hashes are
// hashes of challenges and responses, which are not stored anywhere.
import type { PassKind } from '../../../platform/age-passes/pass-key.ts';

/** The possible uses of a key: it is created after a check, used instead of a check, or deleted. */
export const KEY_ACTS = ['make', 'use', 'forget'] as const;
export type KeyAct = (typeof KEY_ACTS)[number];

/** A challenge whose response has not arrived yet. */
interface KeyChallenge {
  act: KeyAct;
  /** The challenge's SHA-256, hex. */
  hash: string;
  untilMs: number;
}

/** A session's record of challenges and of keys that its page created or deleted. */
export interface KeyHistory {
  challenges: readonly KeyChallenge[];
  /**
   * The key that was created, if there is one: the time, and the hash of the page's response that
   * created the key. The hash is used to recognise a repeated request if the service's own response
   * was lost.
   */
  made?: { answerHash: string; atMs: number };
}

/**
 * The facts that a key has proven: an age, its assurance, and the month of the check after which
 * the key was created.
 */
interface ProvenByKey extends PassKind {
  /** Whether this use of the key also lets the page receive ten passes. */
  refills: boolean;
}

/** The record of keys that were presented to the session. */
export interface KeyStep {
  /** When the latest keys were presented, ms since the epoch. */
  shownAtMs: readonly number[];
  proven?: ProvenByKey;
}
