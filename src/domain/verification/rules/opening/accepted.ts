// The proofs that may be accepted (D-57), in the form that settings, requests and sessions use.
// Pure data; accept.ts joins them.
import type { Assurance, LivenessLevel } from '../../../terms/age-proof.ts';
import type { RecheckRule } from '../../../terms/recheck.ts';
import type { AcceptMethod } from '../methods.ts';

/** The rules in a request or in the settings; a missing member restricts nothing. */
export interface Accept extends RecheckRule {
  methods?: readonly AcceptMethod[];
  minAssurance?: Assurance;
  livenessLevel?: LivenessLevel;
  /**
   * The order in which the page offers the methods, without duplicates; methods that are not listed
   * come last.
   */
  order?: readonly AcceptMethod[];
}

/** The tenant's minimum requirements, which no request can lower. */
export interface AcceptSettings extends Accept {
  /** Whether an age stored in an account may be used. */
  agateId: boolean;
  /** Whether a person who uses an account must first show the face enrolled in it (D-104). */
  ownerFace?: true;
}

/**
 * The rules for one session. The maximum age of a proof and the rechecks apply only to ages that
 * were proven earlier, because the session's own check is new.
 */
export interface SessionAccept extends RecheckRule {
  methods: AcceptMethod[];
  minAssurance: Assurance;
  livenessLevel: LivenessLevel;
  /**
   * The order from the request, or else from the settings. Absent for the default order (ways.ts).
   */
  order?: readonly AcceptMethod[];
  /** Whether the account's owner must first show their face, as in the settings. */
  ownerFace?: true;
  /**
   * Whether camera evidence cannot settle the outcome, so that only a wallet or an earlier proof
   * can.
   */
  byWalletAlone?: true;
}
