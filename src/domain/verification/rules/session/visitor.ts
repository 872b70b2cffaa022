// What a session knows of whoever opened it. Pure data: all of it goes when the person is erased.
import type { KeyDealings } from '../key/key-state.ts';
import type { GivenPasses } from '../pass/pass-state.ts';
import type { DeviceClass } from '../../../terms/device-class.ts';

/** Where a session's end is counted, and after how many the next one is not judged. */
export interface AttemptLimit {
  /** Names the count without naming the person (domain/verification/attempts.ts). */
  of: string;
  /** At least 1. */
  cap: number;
  /** An age below the threshold ends all attempts at once: the check of an account. */
  endsAtBelow: boolean;
}

/**
 * What the server saw when the link was opened: the language that the page began in, and the class
 * of the device.
 */
export interface SeenVisitor {
  language: string;
  device: DeviceClass;
}

/** An account that keeps the age of this check. */
interface KeepingAccount {
  /** A hash that names it in this session alone. */
  by: string;
  atMs: number;
}

export interface SessionVisitor {
  /** ISO 3166-1 alpha-2 */
  ipCountry?: string;
  /** Only where its customer counts (D-124), and not in tests. */
  seen?: SeenVisitor;
  /** Absent: failed checks of this person are not counted. */
  attempts?: AttemptLimit;
  kept?: KeepingAccount;
  /** Of the document: see AgeProof. Accounts alone may keep it. */
  nextBracketYear?: number;
  /** Once age passes were given for this check. */
  given?: GivenPasses;
  /** Once an age key was asked for. */
  ageKey?: KeyDealings;
}
