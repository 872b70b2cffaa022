// The request for a session. Pure data.
import type { LawContext } from '../../../../config/law-contexts.ts';
import type { FaceCheck } from '../face/face-terms.ts';
import type { LivenessDifficulty } from '../liveness/liveness-state.ts';
import type { Accept, SessionAccept } from './accepted.ts';

/** `face_check` is internal: init does not accept it (face-check.ts). */
type Purpose = 'age_verification' | 'id_verification' | 'face_check';
type VerificationMode = 'auto' | 'document' | 'facial';
export type Theme = 'light' | 'dark' | 'system';

/** The validated request from the customer's backend. */
export interface SessionRequest {
  callbackUrl: string;
  successUrl?: string;
  failedUrl?: string;
  gate?: number;
  /**
   * Age thresholds in ascending order, which replace the gate in an account's own check; the
   * highest one met is recorded.
   */
  thresholds?: readonly number[];
  purpose: Purpose;
  /** The purpose of a `face_check`; absent for other verification purposes. */
  face?: FaceCheck;
  mode: VerificationMode;
  difficulty: LivenessDifficulty;
  userId?: string;
  metadata?: string;
  theme: Theme;
  /** A supported language; if absent, the visitor's browser decides. */
  locale?: string;
  /** The other proofs that are accepted; absent when only the session's own check is. */
  accept?: SessionAccept;
}

/**
 * The values that the request itself set for members that the settings can set as well; a retake
 * requests the same values again.
 */
export type OriginalRequest = Pick<SessionRequest, 'mode' | 'locale'> & {
  theme?: Theme;
  accept?: Accept;
  context?: LawContext;
  jurisdiction?: string;
};
