// The entries of a customer's audit log that have moved to its ledger (D-183): their form, and what
// a ledger is asked about them. Pure.
import { DAY_MS } from '../../../time/durations.ts';
import type { DayCount, DayRange } from '../../terms/locate-page.ts';
import type { AuditRow } from './chain.ts';

/** How long an entry stays in D1 at least, in milliseconds. */
export const ENTRY_KEPT_MS = 8 * DAY_MS;

/** An entry as a ledger stores it, without the customer's id. */
export interface MovedEntry extends Omit<AuditRow, 'tenant_id'> {
  /** A customer's moved entries are numbered from 1, in order of time. */
  number: number;
  /**
   * The hash of the entry's link. It distinguishes two entries with the same number or id: after
   * the database is restored to an earlier state, another entry can get both.
   */
  hash: string;
}

/** The entries that a ledger is asked for. */
export interface WantedEntries extends DayRange {
  /** A dashboard member's id. */
  staffId?: number | undefined;
  action?: string | undefined;
  targetType?: string | undefined;
  /**
   * The number of entries that have left D1. Entries with higher numbers are left out, because D1
   * still has them.
   */
  upTo: number;
}

/** The part of a list that a page shows. */
export interface EntryPart {
  /** Only entries before this time are listed; ms since the epoch. */
  beforeMs: number;
  skip: number;
  limit: number;
}

export interface EntryCounts {
  /** Matching entries per day, newest day first. */
  days: DayCount[];
  /** The number of entries that the ledger has of the first `upTo`, matching or not. */
  found: number;
}

/** What an evidence pack needs; times in ms since the epoch, days as `YYYY-MM-DD`. */
export interface WantedEvidence {
  beginMs: number;
  endMs: number;
  from: string;
  to: string;
  upTo: number;
  maxChanges: number;
  maxDecisions: number;
}

/** What a customer's log says about a period for an evidence pack. */
export interface AuditEvidence {
  /** Changes of settings since the beginning of the period, newest first. */
  changes: { atMs: number; audience: string; before: string | null; after: string | null }[];
  /** Reviewers' decisions about live sessions. */
  decisions: { decision: string; count: number }[];
  /** How many timed decisions took this long. */
  times: { seconds: number; times: number }[];
  /** How often members took each action that erases data. */
  acts: { action: string; value: number }[];
  /** The number of entries that the ledger has of the first `upTo`. */
  found: number;
}
