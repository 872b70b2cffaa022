// A sign-in attempt in the stored history, as plain data. login-history.ts writes and reads the
// history.
import type { Visitor } from '../../terms/visitor.ts';

export interface LoginAttempt extends Visitor {
  method: 'password' | 'passkey' | 'face';
  outcome: 'success' | 'failed' | 'locked' | 'suspended';
  atMs: number;
}

/** `first`: the first sign-in of the account. */
export type Familiarity = 'first' | 'known' | 'new';

/** An account, identified by its id or by its email address. */
export type HistoryOwner = { accountId: number } | { emailNormalized: string };
