/** What the queue carries for one site: sign this person's session out at your place. */
export interface LogoutNotice {
  /** Names its row, with client and session; absent in messages of older versions. */
  cause?: string;
  clientId: string;
  /** `sub`. */
  subject: string;
  /** `sid`: the browser that was signed out. */
  sessionId: string;
  /** It is signed out because the age that it received no longer counts (D-75). */
  ageWithdrawn?: true;
}
