// What a session was asked for. Pure data.
import type { LawContext } from '../../../../config/law-contexts.ts';
import type { FaceCheck } from '../face/face-terms.ts';
import type { LivenessDifficulty } from '../liveness/liveness-state.ts';
import type { Accept, SessionAccept } from './accepted.ts';

/** `face_check` is the service's own: init takes no such request (face-check.ts). */
type Purpose = 'age_verification' | 'id_verification' | 'face_check';
type VerificationMode = 'auto' | 'document' | 'facial';
export type Theme = 'light' | 'dark' | 'system';

/** What the customer's backend asked for, validated. */
export interface SessionRequest {
  callbackUrl: string;
  successUrl?: string;
  failedUrl?: string;
  gate?: number;
  /**
   * Instead of one gate, for an account's own check: the highest of these that is met is recorded.
   * Ascending.
   */
  thresholds?: readonly number[];
  purpose: Purpose;
  /** Of a `face_check`. */
  face?: FaceCheck;
  mode: VerificationMode;
  difficulty: LivenessDifficulty;
  userId?: string;
  metadata?: string;
  theme: Theme;
  /** A supported language; without one the visitor’s browser decides. */
  locale?: string;
  /** Absent: nothing but the session's own check. */
  accept?: SessionAccept;
}

/** What the request itself said of what settings decide too: a retake asks for it again. */
export type AskedRequest = Pick<SessionRequest, 'mode' | 'locale'> & {
  theme?: Theme;
  accept?: Accept;
  context?: LawContext;
  jurisdiction?: string;
};
