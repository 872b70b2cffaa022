// A sign-in as the history keeps it, as data. Writing and reading the history: login-history.ts.
import type { Visitor } from '../../terms/visitor.ts';

export interface LoginAttempt extends Visitor {
  method: 'password' | 'passkey' | 'face';
  outcome: 'success' | 'failed' | 'locked' | 'suspended';
  atMs: number;
}

/** `first`: the account's first sign-in of all. */
export type Familiarity = 'first' | 'known' | 'new';

/** An account, or whoever has that address. */
export type HistoryOwner = { accountId: number } | { emailNormalized: string };
