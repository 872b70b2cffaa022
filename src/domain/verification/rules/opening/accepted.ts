// What may be taken as proof (D-57), as settings, requests and sessions say it. Pure data; how they
// are joined is accept.ts.
import type { Assurance, LivenessLevel } from '../../../terms/age-proof.ts';
import type { RecheckRule } from '../../../terms/recheck.ts';
import type { AcceptMethod } from '../methods.ts';

/** As a request or the settings say it: what is missing is left open. */
export interface Accept extends RecheckRule {
  methods?: readonly AcceptMethod[];
  minAssurance?: Assurance;
  livenessLevel?: LivenessLevel;
  /** The order in which the page offers the ways; those it leaves out come behind. Each once. */
  order?: readonly AcceptMethod[];
}

/** The tenant's floor, which no request can lower. */
export interface AcceptSettings extends Accept {
  /** Whether an age kept in an account may answer. */
  agateId: boolean;
  /** Whoever answers with an account shows its enrolled face first (D-104). */
  ownerFace?: true;
}

/** What holds for one session. */
/** Days and rechecks are for what was shown before: a check of the session itself is new. */
export interface SessionAccept extends RecheckRule {
  methods: AcceptMethod[];
  minAssurance: Assurance;
  livenessLevel: LivenessLevel;
  /** As in the request, else as in the settings. Absent: the usual one (ways.ts). */
  order?: readonly AcceptMethod[];
  /** As in the settings. */
  ownerFace?: true;
  /** No camera would do: a wallet decides, or what was shown before. */
  byWalletAlone?: true;
}
