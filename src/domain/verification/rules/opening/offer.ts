// What a session can do, such as request a document or offer a review, as decided when it began;
// later changes do not affect it. Pure data.
import type { Measured } from '../../../terms/age-proof.ts';
import type { HeadLimits } from '../age/head-limits.ts';
import type { DocumentRules } from '../document/document-state.ts';
import type { FaceRules } from '../face/face-terms.ts';
import type { ReviewRules } from '../review/review-state.ts';
import type { WalletRules } from '../wallet/wallet-state.ts';

export interface SessionOffer {
  /** Where face and age are measured (D-80). */
  measured: Measured;
  /**
   * The service's own age margin: a result that passes with this margin may be stored in an account
   * (D-56).
   */
  serviceMarginYears: number;
  /**
   * The limits for the age head's score (D-130). Absent when the nets decide instead: both nets or,
   * on a device, the only net that runs there.
   */
  headLines?: HeadLimits;
  /** The rules for documents; absent when no Worker could read one, or the session accepts none. */
  documents?: DocumentRules;
  /**
   * The rules for wallets; absent when no wallet trusted by this service can prove the required
   * age.
   */
  wallet?: WalletRules;
  /** The customer's uses of faces; absent when faces are used only for the check (D-100). */
  faces?: FaceRules;
  /** The rules for reviews; absent when the decision of a document check is final (D-95). */
  reviews?: ReviewRules;
}
