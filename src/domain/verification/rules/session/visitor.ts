// A session's data about its visitor. Pure data, which is deleted completely when the person is
// erased.
import type { KeyHistory } from '../key/key-state.ts';
import type { GivenPasses } from '../pass/pass-state.ts';
import type { DeviceClass } from '../../../terms/device-class.ts';
import type { StoredResidency } from '../../../terms/residency.ts';

/** The counter of failed checks, and its limit. */
export interface AttemptLimit extends StoredResidency {
  /**
   * The name of the counter, which does not identify the person (domain/verification/attempts.ts).
   */
  of: string;
  /** The limit, at least 1. */
  cap: number;
  /** Whether an age below the threshold uses up all attempts; true for an account's own check. */
  endsAtBelow: boolean;
}

/**
 * Observations made when the link was opened: the page's initial language, and the class of the
 * device.
 */
export interface SeenVisitor {
  language: string;
  device: DeviceClass;
}

/** An account that stores the age proven by this check. */
interface KeepingAccount {
  /** A hash that identifies the account in this session only. */
  by: string;
  atMs: number;
}

export interface SessionVisitor {
  /** The country of the visitor's IP address: ISO 3166-1 alpha-2. */
  ipCountry?: string;
  /**
   * The data that is counted about a visitor who leaves (D-124); present only if the customer
   * collects these counts, and never in a test session.
   */
  seen?: SeenVisitor;
  /** The limit on failed checks; absent when failed checks of this person are not counted. */
  attempts?: AttemptLimit;
  kept?: KeepingAccount;
  /**
   * The year in which the person reaches the next threshold that accounts store, derived from the
   * birth date on the document (see AgeProof). Only an account may store this year.
   */
  nextBracketYear?: number;
  /** The age passes that were granted for this check, if any. */
  given?: GivenPasses;
  /** The use of age keys in this session; present once a key has been requested. */
  ageKey?: KeyHistory;
}
