import { DAY_MS } from '../../../time/durations.ts';

/**
 * How long a notice is kept. A site that is down for longer receives no notice, and must detect the
 * sign-out itself.
 */
export const KEPT_MS = 2 * DAY_MS;

/** The queue message that asks for one site to be notified that a session has ended. */
export interface LogoutNotice {
  /**
   * Part of the key of the notice's row, together with the client and the session. Absent from
   * notices about withdrawn ages, which have no row.
   */
  cause?: string;
  clientId: string;
  /** `sub`: the person. */
  subject: string;
  /** `sid`: the browser session that ended. */
  sessionId: string;
  /**
   * Whether the session must end because the age that the site received no longer counts (D-75).
   */
  ageWithdrawn?: true;
  /**
   * The time of the first failure, in ms since the epoch, for a message without a row that we could
   * not send.
   */
  sinceMs?: number;
}
