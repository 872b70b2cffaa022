// Sessions as a ledger stores them (objects/ledger/sessions.ts), and the parameters and results of
// the ledger's methods for them.
import type { DayCount } from '../../terms/locate-page.ts';
import type { verificationSessions } from '../../../db/schema/verification-sessions.ts';

/** A list row without its owner, which is the owner of the ledger. */
export type LedgerSession = Omit<
  typeof verificationSessions.$inferSelect,
  'tenant_id' | 'test' | 'returned'
>;

/** A list row without the visitor's steps, which lists do not show. */
export type ListedLedgerSession = Omit<LedgerSession, 'funnel'>;

/** A filter for the rows of a list: status, type, user and a range of creation times. */
export interface SessionWindow {
  status?: string | undefined;
  verificationType?: string | undefined;
  externalUserId?: string | undefined;
  /** The start of the range of creation times, in milliseconds since the epoch, inclusive. */
  fromMs: number;
  /** The end of the range of creation times, exclusive. */
  beforeMs: number;
}

/** A part of a list: up to `limit` rows, after skipping `skip`. */
export interface WindowPart {
  skip: number;
  limit: number;
}

/** The number of matching rows in a source. */
export interface SessionCounts {
  total: number;
  /** The number of rows per day, latest day first; the earliest days may be omitted. */
  days: readonly DayCount[];
}

/** The number of one user's rows that were scanned, and how many of those match the window. */
export interface UserCount {
  scanned: number;
  total: number;
  /** The creation time of the earliest scanned row; null if there was none. */
  fromMs: number | null;
}

/** The result of applying erasures to a volume. */
export interface ErasedInVolume {
  /** The ids of the volume's sessions that are now erased. */
  erased: string[];
  /**
   * Stored rows that were left unchanged because they differ from the erased rows in a column by
   * which figures in D1 are grouped. They differ when an earlier event has not arrived yet.
   */
  changed: LedgerSession[];
}

/** How long a ledger keeps rows, in milliseconds. */
export interface SessionsKept {
  /** How long a row is kept after the creation of its session. */
  keptMs: number;
  /**
   * How long a row is kept after the erasure of its session, because a late event of the session
   * may still arrive.
   */
  settledMs: number;
}
