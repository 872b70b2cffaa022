import { DAY_MS } from '../../../time/durations.ts';

/** A site that was away for longer has to notice by itself. */
export const KEPT_MS = 2 * DAY_MS;

/** What the queue carries for one site: sign this person's session out at your place. */
export interface LogoutNotice {
  /** Names its row, with client and session. Absent for an age that was withdrawn, which has no row. */
  cause?: string;
  clientId: string;
  /** `sub`. */
  subject: string;
  /** `sid`: the browser that was signed out. */
  sessionId: string;
  /** It is signed out because the age that it received no longer counts (D-75). */
  ageWithdrawn?: true;
  /** Of a message without a row that could not be sent from here: since when, ms since the epoch. */
  sinceMs?: number;
}
