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
  /** ISO 3166-1 alpha-2 */
  ipCountry?: string;
  /**
   * Present only if the customer counts where visitors leave (D-124), and never for test sessions.
   */
  seen?: SeenVisitor;
  /** Absent when failed checks of this person are not counted. */
  attempts?: AttemptLimit;
  kept?: KeepingAccount;
  /**
   * The year in which the person reaches the next threshold that accounts store, derived from the
   * birth date on the document (see AgeProof). Only an account may store this year.
   */
  nextBracketYear?: number;
  /** Present once age passes have been granted for this check. */
  given?: GivenPasses;
  /** Present once an age key has been requested. */
  ageKey?: KeyHistory;
}
