// What a session keeps of age keys (D-154). Pure data; the rules are key-step.ts. Nothing in it names a key: what it says of one is the
// same for many, and hashes of challenges and answers are of what is kept nowhere.
import type { PassKind } from '../../../platform/age-passes/pass-key.ts';

/** What a key is asked for: to be made after a check, to answer one, to be forgotten. */
export const KEY_ACTS = ['make', 'use', 'forget'] as const;
export type KeyAct = (typeof KEY_ACTS)[number];

/** Waits for an answer. */
interface KeyChallenge {
  act: KeyAct;
  /** SHA-256, hex. */
  hash: string;
  untilMs: number;
}

/** What a session notes of the keys that its page asks for, makes or forgets. */
export interface KeyDealings {
  challenges: readonly KeyChallenge[];
  /** Once a key was made: the answer that made it, for a page that lost ours. */
  made?: { answerHash: string; atMs: number };
}

/** What a key has shown: its age, how sure it is, and the month of the check behind it. */
interface ProvenByKey extends PassKind {
  /** Ten passes can be taken for this use. */
  refills: boolean;
}

/** Of keys that were shown to it. */
export interface KeyStep {
  /** When the latest ones were shown, ms since the epoch. */
  shownAtMs: readonly number[];
  proven?: ProvenByKey;
}
