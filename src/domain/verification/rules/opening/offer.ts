// What a session can ask for and what becomes of it, as it was decided when it began; later changes
// do not touch it. Pure data.
import type { Measured } from '../../../terms/age-proof.ts';
import type { HeadLines } from '../age/head-lines.ts';
import type { DocumentRules } from '../document/document-state.ts';
import type { FaceRules } from '../face/face-terms.ts';
import type { ReviewRules } from '../review/review-state.ts';
import type { WalletRules } from '../wallet/wallet-state.ts';

export interface SessionOffer {
  /** Where face and age are measured (D-80). */
  measured: Measured;
  /** The service's own age margin: what passes with it may be kept in an account (D-56). */
  serviceMarginYears: number;
  /** What the age head must say (D-130). Absent: both nets decide, or one on a device. */
  headLines?: HeadLines;
  /** Absent: there was no Worker to read a document, or the session takes none. */
  documents?: DocumentRules;
  /** Absent: no wallet that this service trusts can prove the age that is asked for. */
  wallet?: WalletRules;
  /** Absent: faces are for the check alone (D-100). */
  faces?: FaceRules;
  /** Absent: what a document check decides is the end (D-95). */
  reviews?: ReviewRules;
}
