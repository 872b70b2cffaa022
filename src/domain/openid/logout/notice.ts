import { DAY_MS } from '../../../time/durations.ts';

/**
 * How long a notice is kept: a site that was down for longer receives no notice, and must detect
 * the sign-out itself.
 */
export const KEPT_MS = 2 * DAY_MS;

/** The queue message for one site: end this person's session there. */
export interface LogoutNotice {
  /**
   * Part of the row's key, together with the client and the session. Absent from the notice of a
   * withdrawn age, which has no row.
   */
  cause?: string;
  clientId: string;
  /** `sub`: the person. */
  subject: string;
  /** `sid`: the browser session that ended. */
  sessionId: string;
  /**
   * Whether the session is to end because the age that the site received no longer counts (D-75).
   */
  ageWithdrawn?: true;
  /**
   * For a message without a row that we could not send: the time of the first failure, in ms since
   * the epoch.
   */
  sinceMs?: number;
}
